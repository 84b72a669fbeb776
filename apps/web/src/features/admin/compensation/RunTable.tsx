import type { CompensationRun } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import styles from '../AdminPanel.module.css'
import { Pages } from '../Pages.tsx'
import own from './Compensation.module.css'
import { useRuns } from './compensation.ts'
import { ChangeRunDialog } from './ChangeRunDialog.tsx'
import { RefusalTable } from './RefusalTable.tsx'

/** Compensation runs with operator, reason, grant and progress. */
export function RunTable({ path }: { readonly path: string }) {
  const { t } = useTranslation(['support', 'admin'])
  const format = useFormat()
  const nameOf = useItemName()
  const runs = useRuns()
  const [openId, setOpenId] = useState<string | null>(null)
  const [changed, setChanged] = useState<CompensationRun | null>(null)
  const columns: readonly Column<CompensationRun>[] = [
    { key: 'time', head: t('admin:audit.time'), isName: true, renderCell: (run) => format.dateTime(run.started_at) },
    { key: 'who', head: t('admin:audit.actor'), renderCell: ({ operator_name }) => operator_name },
    { key: 'why', head: t('admin:audit.reason'), renderCell: ({ reason }) => reason },
    {
      key: 'what',
      head: t('give.each'),
      renderCell: ({ coins, items }) =>
        [
          ...(coins > 0 ? [t('give.total_coins', { coins: format.exact(coins) })] : []),
          ...items.map(({ item_id, count }) => `${nameOf(item_id)} ×${format.exact(count)}`),
        ].join(', '),
    },
    { key: 'progress', head: t('give.progress'), renderCell: (run) => <Progress run={run} /> },
    {
      key: 'change',
      head: t('give.change'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (run) => (
        <div className={own['acts']}>
          {run.refused > 0 && (
            <Button aria-expanded={run.id === openId} onClick={() => setOpenId(run.id === openId ? null : run.id)}>
              {t('give.refused_count', { count: run.refused })}
            </Button>
          )}
          {run.ended_at === null && (
            <Button onClick={() => setChanged(run)}>{t(run.stopped_at === null ? 'give.stop' : 'give.resume')}</Button>
          )}
        </div>
      ),
    },
  ]
  return (
    <section>
      <h3 className={styles['subtitle']}>{t('give.runs')}</h3>
      <Pages
        label={t('give.runs')}
        columns={columns}
        query={runs}
        rows={runs.rows}
        keyOf={({ id }) => id}
        empty={t('give.no_runs')}
      />
      {changed !== null && <ChangeRunDialog key={changed.id} run={changed} onClose={() => setChanged(null)} />}
      {openId !== null && <RefusalTable key={openId} path={path} runId={openId} />}
    </section>
  )
}

function Progress({ run: { players, granted, refused, ended_at, stopped_at } }: { readonly run: CompensationRun }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const text = t(`give.${ended_at !== null ? 'ended' : stopped_at === null ? 'going_on' : 'stopped'}`, {
    granted: format.exact(granted),
    players: format.exact(players),
  })
  return (
    <div className={own['progress']}>
      <span>{text}</span>
      {ended_at === null && <progress max={players} value={granted + refused} aria-label={t('give.progress')} />}
    </div>
  )
}
