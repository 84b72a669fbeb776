import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import styles from './AdminPanel.module.css'

interface PagesProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** A paged list. */
  readonly query: {
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly refetch: () => Promise<unknown>
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly empty: string
}

/** A console table with a button for its next page. */
export function Pages<Row>({ query, empty, ...table }: PagesProps<Row>) {
  const { t } = useTranslation('admin')
  return (
    <>
      <DataTable
        {...table}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<p className={styles['fine']}>{empty}</p>}
      />
      {query.hasNextPage && (
        <div className={styles['line']}>
          <Button isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </>
  )
}
