import type { LedgerOperation } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { useOperations } from './player-file.ts'
import styles from '../AdminPanel.module.css'

const COIN = 0

/** All operations of a player with their changes, newest first. */
export function LedgerTable({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const nameOf = useItemName()
  const ledger = useOperations(steamId)
  const columns: readonly Column<LedgerOperation>[] = [
    { key: 'time', head: t('audit.time'), isName: true, renderCell: ({ time }) => format.dateTime(time) },
    { key: 'kind', head: t('ledger.kind'), renderCell: ({ kind }) => <code>{kind}</code> },
    {
      key: 'lines',
      head: t('ledger.lines'),
      renderCell: ({ lines }) => (
        <ul className={styles['list']}>
          {lines.map(({ asset, change, after }) => (
            <li key={asset}>
              {format.signed(change)} {asset === COIN ? t('ledger.coins') : nameOf(asset)} (→ {format.exact(after)})
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'cause',
      head: t('ledger.cause'),
      renderCell: ({ cause_id }) => (cause_id === null ? '–' : <code className={styles['change']}>{cause_id}</code>),
    },
  ]
  return (
    <section>
      <h3 className={styles['subtitle']}>{t('ledger.title')}</h3>
      <DataTable
        label={t('ledger.title')}
        columns={columns}
        rows={ledger.data?.pages.flat()}
        error={ledger.error}
        onRetry={() => void ledger.refetch()}
        keyOf={({ id }) => id}
        empty={t('ledger.none')}
        isFramed
      />
      {ledger.hasNextPage && (
        <Button isPending={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </section>
  )
}
