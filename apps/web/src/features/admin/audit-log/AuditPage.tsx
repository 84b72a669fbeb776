import { AUDIT_PAGE_SIZE } from '@clutch/contract/constants'
import { OPERATOR_ACTIONS } from '@clutch/contract/operator-actions'
import type { AuditRow } from '@clutch/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { RoleMatrix } from './RoleMatrix.tsx'
import { useDownload } from '#shared/api/use-download.ts'
import { Select } from '#shared/ui/Select.tsx'

const NO_FILTER = { actor: '', action: '', target: '', outcome: '' }
const FIELDS = ['actor', 'target', 'outcome'] as const

/** The audit log, denials included, newest first, with filters and an export (rules §13). */
export function AuditPage() {
  const { t } = useTranslation('admin')
  useTitle(t('tabs.audit'))
  const columns = useAuditColumns()
  const [entry, setEntry] = useState(NO_FILTER)
  const [filter, setFilter] = useState(NO_FILTER)
  const log = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/audit', { ...filter, last_uuid: pageParam }, { signal })).response,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < AUDIT_PAGE_SIZE ? undefined : page.at(-1)?.id),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.audit')}</h2>
      <form
        className={styles['card']}
        aria-label={t('audit.filter')}
        onSubmit={(event) => {
          event.preventDefault()
          setFilter(entry)
        }}
      >
        <div className={styles['entries']}>
          <Select
            label={t('audit.action')}
            isStacked
            value={entry.action}
            choices={[
              { value: '', text: t('audit.any') },
              ...Object.keys(OPERATOR_ACTIONS).map((action) => ({ value: action, text: action })),
            ]}
            onChange={(action) => setEntry({ ...entry, action })}
          />
          {FIELDS.map((field) => (
            <label key={field} className={styles['entry']}>
              {t(`audit.${field}`)}
              <input
                className={styles['input']}
                value={entry[field]}
                maxLength={128}
                onChange={({ target }) => setEntry({ ...entry, [field]: target.value })}
              />
            </label>
          ))}
        </div>
        <div className={styles['line']}>
          <Button type="submit" look="accent" isPending={log.isFetching}>
            {t('user.find')}
          </Button>
          <ExportButton filter={filter} />
        </div>
      </form>
      <DataTable
        label={t('tabs.audit')}
        columns={columns}
        rows={log.data?.pages.flat()}
        error={log.error}
        onRetry={() => void log.refetch()}
        keyOf={({ id }) => id}
        empty={t('audit.none')}
        isFramed
      />
      {log.hasNextPage && (
        <Button isPending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
      <RoleMatrix />
    </div>
  )
}

/** Exports all matching rows as JSON lines. */
function ExportButton({ filter }: { readonly filter: typeof NO_FILTER }) {
  const { t } = useTranslation('admin')
  const { isPending, save } = useDownload()
  return (
    <Button
      isPending={isPending}
      onClick={() => save({ name: 'POST /admin/audit/export', body: filter, fileName: 'audit.jsonl' })}
    >
      {t('audit.export')}
    </Button>
  )
}

function useAuditColumns(): readonly Column<AuditRow>[] {
  const { t } = useTranslation('admin')
  const format = useFormat()
  return [
    {
      key: 'time',
      head: t('audit.time'),
      look: 'quiet',
      isName: true,
      renderCell: ({ time }) => format.dateTime(time),
    },
    {
      key: 'actor',
      head: t('audit.actor'),
      renderCell: ({ actor_name, actor_role }) => (
        <span className={styles['actor']}>
          {actor_name} ({t(`role.${actor_role}`)})
        </span>
      ),
    },
    { key: 'action', head: t('audit.action'), renderCell: ({ action }) => <code>{action}</code> },
    { key: 'target', head: t('audit.target'), renderCell: ({ target }) => target || '–' },
    { key: 'outcome', head: t('audit.outcome'), renderCell: ({ outcome }) => <code>{outcome}</code> },
    { key: 'reason', head: t('audit.reason'), renderCell: ({ reason }) => reason || '–' },
    {
      key: 'change',
      head: t('audit.change'),
      renderCell: ({ before, after }) =>
        isNothing(before) && isNothing(after) ? (
          '–'
        ) : (
          <code className={styles['change']}>{changeText(before, after)}</code>
        ),
    },
  ]
}

/** Whether a side of a change is empty. */
function isNothing(value: unknown): boolean {
  return value === null || JSON.stringify(value) === '{}'
}

/** The value before and after; actions without a value before show only the value after. */
function changeText(before: unknown, after: unknown): string {
  return isNothing(before) ? JSON.stringify(after) : `${JSON.stringify(before)} → ${JSON.stringify(after)}`
}
