import type { ItemProfit } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Gain } from '#shared/ui/Gain.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useProfits } from '../api/trading-history.ts'
import { averageCost, averagePrice, orderProfits, realisedProfit } from '../model/profit-order.ts'
import styles from './ProfitTable.module.css'

/** Realised profit per item at average cost, most earned first; what earned nothing yet comes last. */
export function ProfitTable() {
  const { t } = useTranslation(['history', 'market'])
  const format = useFormat()
  const nameOf = useItemName()
  const { data: profits, error, refetch } = useProfits()
  const columns: readonly Column<ItemProfit>[] = [
    {
      key: 'name',
      head: t('market:table.name'),
      isName: true,
      sortBy: ({ item_type_id }) => nameOf(item_type_id),
      renderCell: ({ item_type_id }) => <ItemLink itemId={item_type_id} />,
    },
    {
      key: 'bought',
      head: t('profit.bought'),
      look: 'number',
      sortBy: ({ bought_count }) => bought_count || null,
      renderCell: ({ bought_count }) => format.exact(bought_count),
    },
    {
      key: 'average_cost',
      head: t('profit.average_cost'),
      look: 'number',
      sortBy: averageCost,
      renderCell: (profit) => coinsOrDash(averageCost(profit)),
    },
    {
      key: 'sold',
      head: t('profit.sold'),
      look: 'number',
      sortBy: ({ sold_count }) => sold_count || null,
      renderCell: ({ sold_count }) => format.exact(sold_count),
    },
    {
      key: 'average_price',
      head: t('profit.average_price'),
      look: 'number',
      sortBy: averagePrice,
      renderCell: (profit) => coinsOrDash(averagePrice(profit)),
    },
    {
      key: 'realised',
      head: t('profit.realised'),
      look: 'number',
      sortBy: realisedProfit,
      renderCell: ({ realised_profit }) => <Gain coins={realised_profit} />,
    },
    {
      key: 'other',
      head: t('profit.found'),
      look: 'number',
      sortBy: ({ other_proceeds }) => other_proceeds || null,
      renderCell: ({ other_proceeds }) => coinsOrDash(other_proceeds || null),
    },
  ]
  const sum = (profits ?? []).reduce((total, { realised_profit }) => total + realised_profit, 0)
  const otherSum = (profits ?? []).reduce((total, { other_proceeds }) => total + other_proceeds, 0)
  return (
    <>
      {profits !== undefined && profits.length > 0 && (
        <>
          <p className={styles['sum']}>
            {t('profit.total')}{' '}
            <strong>
              <Gain coins={sum} />
            </strong>
          </p>
          {otherSum > 0 && (
            <p className={styles['other']}>
              {t('profit.found_total')} <Price coins={otherSum} isExact />
            </p>
          )}
          <p className={styles['note']}>{t('profit.note')}</p>
        </>
      )}
      <DataTable
        label={t('views.profit')}
        columns={columns}
        rows={profits && orderProfits(profits)}
        keyOf={({ item_type_id }) => String(item_type_id)}
        error={error}
        onRetry={() => void refetch()}
        empty={t('profit.empty')}
        isFramed
      />
    </>
  )
}

function coinsOrDash(coins: number | null) {
  return coins === null ? '–' : <Price coins={coins} isExact />
}
