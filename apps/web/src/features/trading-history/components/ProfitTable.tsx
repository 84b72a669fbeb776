import type { ItemProfit } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import tables from '#shared/ui/DataTable.module.css'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#shared/ui/States.tsx'
import { useGrowingList } from '#shared/ui/use-growing-list.ts'
import { useProfits } from '../api/profits.ts'
import frames from './HistoryTable.module.css'
import styles from './ProfitTable.module.css'

const TILE_SIZE = 32
/** A few screens full: a trader's list has thousands of rows. */
const ROWS_STEP = 100

/** Realised profit per item at average cost, most earned first. */
export function ProfitTable() {
  const { t } = useTranslation('history')
  const { data: profits, error, refetch } = useProfits()
  if (profits === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (profits === undefined) return <SkeletonRows />
  if (profits.length === 0) return <EmptyState>{t('profit.empty')}</EmptyState>
  return (
    <>
      <p className={styles['sum']}>
        {t('profit.total')}{' '}
        <strong>
          <Gain coins={profits.reduce((sum, { realised_profit }) => sum + realised_profit, 0)} />
        </strong>
      </p>
      <p className={styles['note']}>{t('profit.note')}</p>
      <ProfitRows profits={profits} />
    </>
  )
}

function ProfitRows({ profits }: { readonly profits: readonly ItemProfit[] }) {
  const { t } = useTranslation('history')
  const { drawn, end } = useGrowingList<HTMLDivElement>(profits.length, ROWS_STEP)
  return (
    <div className={frames['frame']}>
      <div className={tables['scroll']}>
        <table className={tables['table']} aria-rowcount={profits.length + 1}>
          <thead>
            <tr>
              <th scope="col">{t('market:table.name')}</th>
              {(['bought', 'average_cost', 'sold', 'average_price', 'realised'] as const).map((column) => (
                <th key={column} scope="col" className={tables['number']}>
                  {t(`profit.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {profits.slice(0, drawn).map((profit) => (
              <ProfitRow key={profit.item_type_id} profit={profit} />
            ))}
          </tbody>
        </table>
      </div>
      <div ref={end} />
    </div>
  )
}

function ProfitRow({ profit }: { readonly profit: ItemProfit }) {
  const { t } = useTranslation('history')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(profit.item_type_id)
  const name = useItemName()(profit.item_type_id)
  const averagePrice = profit.sold_count === 0 ? 0 : Math.round(profit.sold_total / profit.sold_count)
  return (
    <tr>
      <td>
        <ItemLink itemId={profit.item_type_id}>
          <ItemTile item={item} size={TILE_SIZE} />
          <span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>
        </ItemLink>
      </td>
      <td className={tables['number']} data-label={t('profit.bought')}>
        {format.exact(profit.bought_count)}
      </td>
      <td className={tables['number']} data-label={t('profit.average_cost')}>
        {profit.bought_count === 0 ? '–' : <Price coins={profit.average_cost} isExact />}
      </td>
      <td className={tables['number']} data-label={t('profit.sold')}>
        {format.exact(profit.sold_count)}
      </td>
      <td className={tables['number']} data-label={t('profit.average_price')}>
        {profit.sold_count === 0 ? '–' : <Price coins={averagePrice} isExact />}
      </td>
      <td className={tables['number']} data-label={t('profit.realised')}>
        <Gain coins={profit.realised_profit} />
      </td>
    </tr>
  )
}

/** Coins gained or lost: told by sign as well as by colour. */
function Gain({ coins }: { readonly coins: number }) {
  const look = coins > 0 ? tables['gain'] : coins < 0 ? tables['loss'] : tables['quiet']
  return (
    <span className={look}>
      {coins > 0 ? '+ ' : coins < 0 ? '− ' : ''}
      <Price coins={Math.abs(coins)} isExact />
    </span>
  )
}
