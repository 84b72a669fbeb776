import type { ModerationEntry } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useModeratedChannels } from '../channels/channels.ts'
import { useModerationLog } from './moderation.ts'
import { readChange } from './moderation-change.ts'

const ACTS = ['message.delete', 'time_out.set', 'slow_mode.set', 'report.settle'] as const

/** The moderation log, newest first and read-only (rules §12). */
export function ModerationLogPage() {
  const { t } = useTranslation('admin')
  useTitle(t('tabs.log'))
  const columns = useLogColumns()
  const log = useModerationLog()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.log')}</h2>
      <p>{t('log.explained')}</p>
      <DataTable
        label={t('tabs.log')}
        columns={columns}
        rows={log.data?.pages.flat()}
        error={log.error}
        onRetry={() => void log.refetch()}
        keyOf={({ id }) => id}
        empty={t('log.none')}
        isFramed
      />
      {log.hasNextPage && (
        <Button isPending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </div>
  )
}

function useLogColumns(): readonly Column<ModerationEntry>[] {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const changeOf = useChangeText()
  const { data: channels = [] } = useModeratedChannels()
  return [
    { key: 'time', head: t('audit.time'), isName: true, renderCell: ({ at }) => format.dateTime(at) },
    { key: 'actor', head: t('log.actor'), renderCell: ({ actor_name }) => actor_name },
    {
      key: 'action',
      head: t('audit.action'),
      renderCell: ({ action }) => {
        const known = ACTS.find((each) => each === action)
        return known === undefined ? <code>{action}</code> : t(`log.acts.${ACT_KEYS[known]}`)
      },
    },
    {
      key: 'target',
      head: t('log.target'),
      renderCell: ({ action, target }) => {
        if (action === 'report.settle') return '–'
        return (action === 'slow_mode.set' && channels.find(({ ID }) => ID === target)?.Name) || target
      },
    },
    { key: 'change', head: t('log.change'), renderCell: changeOf },
    { key: 'reason', head: t('audit.reason'), renderCell: ({ reason }) => reason || '–' },
  ]
}

const ACT_KEYS = {
  'message.delete': 'delete',
  'time_out.set': 'time_out',
  'slow_mode.set': 'slow_mode',
  'report.settle': 'settle',
} as const satisfies Record<(typeof ACTS)[number], string>

/** Describes what an action changed. */
function useChangeText(): (entry: ModerationEntry) => string {
  const { t } = useTranslation('admin')
  const format = useFormat()
  return (entry) => {
    const change = readChange(entry)
    switch (change?.kind) {
      case 'text':
        return change.text
      case 'slow_mode':
        return t('log.slow_mode', { before: change.beforeSec, after: change.afterSec })
      case 'time_out':
        return change.untilSec === 0 ? t('log.lifted') : t('log.until', { time: format.dateTime(change.untilSec) })
      case 'verdict':
        return t(`reports.${change.verdict}`)
      case undefined:
        return '–'
    }
  }
}
