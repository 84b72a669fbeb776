import type { LotHistoryEntry } from '@clutch/contract'
import { MARKET_HISTORY_EFFECTS } from '@clutch/contract/constants'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import tables from '#shared/ui/DataTable.module.css'
import { Price } from '#shared/ui/Price.tsx'

interface HistoryTableProps {
  readonly entries: readonly LotHistoryEntry[] | undefined
  readonly isOld: boolean
  readonly error: Error | null
  readonly onRetry: () => void
  readonly empty: ReactNode
}

/** Past orders of one page, newest first. */
export function HistoryTable({ entries, ...rest }: HistoryTableProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const columns: readonly Column<LotHistoryEntry>[] = [
    {
      key: 'name',
      head: t('table.name'),
      isName: true,
      renderCell: ({ item_type_id }) => <ItemLink itemId={item_type_id} />,
    },
    { key: 'type', head: t('table.type'), look: 'quiet', renderCell: ({ type }) => t(`history.types.${type}`) },
    {
      key: 'date',
      head: t('table.order_date'),
      look: 'quiet',
      renderCell: ({ created_at }) => format.dateTime(created_at),
    },
    {
      key: 'count',
      head: t('table.quantity'),
      look: 'number',
      renderCell: ({ type, count }) => <Signed sign={MARKET_HISTORY_EFFECTS[type].items}>{format.exact(count)}</Signed>,
    },
    {
      key: 'price',
      head: t('table.price'),
      look: 'number',
      renderCell: ({ price }) => <Price coins={price} isExact />,
    },
    {
      key: 'sum',
      head: t('table.sum'),
      look: 'number',
      renderCell: ({ type, price, count }) => (
        <Signed sign={MARKET_HISTORY_EFFECTS[type].coins}>
          <Price coins={price * count} isExact />
        </Signed>
      ),
    },
  ]
  return (
    <DataTable
      label={t('tabs.history')}
      columns={columns}
      rows={entries}
      keyOf={({ uuid }) => uuid}
      isFramed
      {...rest}
    />
  )
}

interface SignedProps {
  readonly sign: -1 | 0 | 1
  readonly children: ReactNode
}

function Signed({ sign, children }: SignedProps) {
  if (sign === 0) return <span className={tables['quiet']}>{children}</span>
  return (
    <span className={sign > 0 ? tables['gain'] : tables['loss']}>
      {sign > 0 ? '+' : '−'} {children}
    </span>
  )
}
