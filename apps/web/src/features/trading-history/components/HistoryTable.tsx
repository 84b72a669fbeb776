import type { LotHistoryEntry } from '@clutch/contract'
import { MARKET_HISTORY_EFFECTS } from '@clutch/contract/constants'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarketFee } from '#shared/account/own-lots.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import tables from '#shared/ui/DataTable.module.css'
import { Price } from '#shared/ui/Price.tsx'
import { useMedia } from '#shared/ui/use-media.ts'
import { HistoryRows } from './HistoryRows.tsx'

const PHONE = '(max-width: 640px)'

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
  const hasFees = useMarketFee() > 0 || entries?.some(({ fee }) => fee > 0) === true
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
      renderCell: ({ type, count }) => (
        <Signed sign={MARKET_HISTORY_EFFECTS[type].items}>{(sign) => sign + format.exact(count)}</Signed>
      ),
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
          {(sign) => <Price coins={price * count} isExact sign={sign} />}
        </Signed>
      ),
    },
    ...(hasFees ? feeColumns(t) : []),
  ]
  if (useMedia(PHONE) && entries !== undefined && entries.length > 0) {
    return <HistoryRows label={t('tabs.history')} entries={entries} hasFees={hasFees} isOld={rest.isOld} />
  }
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

/** Fee and net proceeds, for games whose market takes a fee. */
function feeColumns(t: TFunction<'market'>): readonly Column<LotHistoryEntry>[] {
  return [
    {
      key: 'fee',
      head: t('table.fee'),
      look: 'number',
      renderCell: ({ fee }) => (fee === 0 ? <span className={tables['quiet']}>–</span> : <Price coins={fee} isExact />),
    },
    {
      key: 'net',
      head: t('table.net'),
      look: 'number',
      renderCell: ({ type, price, count, fee }) => (
        <Signed sign={MARKET_HISTORY_EFFECTS[type].coins}>
          {(sign) => <Price coins={price * count - fee} isExact sign={sign} />}
        </Signed>
      ),
    },
  ]
}

interface SignedProps {
  readonly sign: -1 | 0 | 1
  readonly children: (sign: '+' | '−' | '') => ReactNode
}

/** Coloured by what it means for the player; the sign is next to the number. */
function Signed({ sign, children }: SignedProps) {
  if (sign === 0) return <span className={tables['quiet']}>{children('')}</span>
  return sign > 0 ? (
    <span className={tables['gain']}>{children('+')}</span>
  ) : (
    <span className={tables['loss']}>{children('−')}</span>
  )
}
