import type { PortfolioHolding } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { Gain } from '#shared/ui/Gain.tsx'

/** What is held, the most valuable first: how many of each were bought, what those cost, and what they gained. */
export function HoldingsTable({ holdings }: { readonly holdings: readonly PortfolioHolding[] }) {
  const { t } = useTranslation(['portfolio', 'market'])
  const format = useFormat()
  const nameOf = useItemName()
  const columns: readonly Column<PortfolioHolding>[] = [
    {
      key: 'name',
      head: t('market:table.name'),
      isName: true,
      sortBy: ({ item_type_id }) => nameOf(item_type_id),
      renderCell: ({ item_type_id }) => <ItemLink itemId={item_type_id} />,
    },
    {
      key: 'count',
      head: t('holdings.count'),
      look: 'number',
      sortBy: ({ count }) => count,
      renderCell: ({ count }) => format.exact(count),
    },
    {
      key: 'bought',
      head: t('holdings.bought'),
      look: 'number',
      sortBy: ({ bought_count }) => bought_count || null,
      renderCell: ({ bought_count }) => (bought_count === 0 ? '–' : format.exact(bought_count)),
    },
    {
      key: 'cost',
      head: t('holdings.cost'),
      look: 'number',
      sortBy: ({ bought_count, cost_basis }) => (bought_count === 0 ? null : cost_basis),
      renderCell: ({ bought_count, cost_basis }) => (bought_count === 0 ? '–' : <Price coins={cost_basis} isExact />),
    },
    {
      key: 'fair_price',
      head: t('holdings.fair_price'),
      look: 'number',
      sortBy: ({ fair_price }) => fair_price || null,
      renderCell: ({ fair_price }) => (fair_price === 0 ? t('holdings.unknown') : <Price coins={fair_price} isExact />),
    },
    {
      key: 'value',
      head: t('holdings.value'),
      look: 'number',
      sortBy: ({ value }) => value || null,
      renderCell: ({ value }) => (value === 0 ? '–' : <Price coins={value} isExact />),
    },
    {
      key: 'unrealised',
      head: t('holdings.unrealised'),
      look: 'number',
      sortBy: gainOf,
      renderCell: (holding) => {
        const gain = gainOf(holding)
        return gain === null ? '–' : <Gain coins={gain} />
      },
    },
  ]
  return (
    <DataTable
      label={t('holdings.title')}
      columns={columns}
      rows={holdings.toSorted((one, other) => other.value - one.value)}
      keyOf={({ item_type_id }) => String(item_type_id)}
      empty={t('holdings.empty')}
      isFramed
    />
  )
}

/** Null where nothing was bought, or nobody knows what it is worth. */
function gainOf({ bought_count, fair_price, unrealised_profit }: PortfolioHolding): number | null {
  return bought_count === 0 || fair_price === 0 ? null : unrealised_profit
}
