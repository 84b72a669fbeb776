import type { ItemActivity, OrderLevel } from '@clutch/contract'
import { DAY_SEC } from '@clutch/contract/formats'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { Sparkline } from '#shared/chart/Sparkline.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { useActivity } from '#shared/market/activity.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { useItemDetails } from '#shared/market/item-details.ts'
import { changeOf } from '#shared/market/price-change.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { findShowpiece } from '../model/market-pulse.ts'
import { monthPrices } from '../model/month-prices.ts'
import styles from './ProductPreview.module.css'

const TILE_SIZE = 52
const CHART_DAYS = 30
const LEVELS = 5
const BASIS_POINTS = 10_000
/** The chart changes once a day. */
const CHART_STALE_MS = 600_000

/** An item's page in small, with live prices: what the product is, without words. */
export function ProductPreview() {
  const { data } = useActivity()
  const item = findShowpiece(data ?? [])
  if (data !== undefined && item === undefined) return null
  return <div className={styles['frame']}>{item !== undefined && <Preview item={item} />}</div>
}

function Preview({ item }: { readonly item: ItemActivity }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const itemId = item.item_id
  const name = useItemName()(itemId)
  const { data: catalogue } = useCatalogue()
  const { data: details } = useItemDetails(itemId)
  const [endSec] = useState(serverNowSec)
  const chart = useQuery({
    queryKey: ['preview-chart', itemId],
    staleTime: CHART_STALE_MS,
    queryFn: ({ signal }) =>
      callApi(
        'POST /marketplace/get-chart',
        { item_type_id: itemId, start_date: endSec - CHART_DAYS * DAY_SEC, end_date: endSec, interval: 'day' },
        { signal },
      ),
  })
  const change = changeOf(item) ?? 0
  return (
    <>
      <header className={styles['head']}>
        <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
        <div>
          <Link to="/marketplace/market" hash={itemHash(itemId)} className={styles['name']}>
            {name}
          </Link>
          <p className={styles['note']}>{t('preview.traded', { amount: format.exact(item.volume) })}</p>
        </div>
        <p className={styles['price']}>
          <Price coins={details?.last_price ?? item.last_price} isExact size={18} />
          <span className={styles['change']} data-trend={change < 0 ? 'down' : 'up'} title={t('pulse.change')}>
            {format.signedPercent(change * BASIS_POINTS)}
          </span>
        </p>
      </header>
      <div className={styles['chart']}>
        {chart.data !== undefined && <Sparkline values={monthPrices(chart.data)} isFilled />}
      </div>
      <p className={styles['note']}>{t('preview.month')}</p>
      <div className={styles['book']}>
        <Side side="buy" title={t('preview.buy_orders')} levels={details?.buy_orders ?? []} />
        <Side side="sell" title={t('preview.sell_orders')} levels={details?.sell_orders ?? []} />
      </div>
    </>
  )
}

interface SideProps {
  readonly side: 'buy' | 'sell'
  readonly title: string
  readonly levels: readonly OrderLevel[]
}

/** The best prices of one side of the book; a bar shows how many items there are up to each. */
function Side({ side, title, levels }: SideProps) {
  const format = useFormat()
  const shown = levels.slice(0, LEVELS)
  const upTo = (end: number) => shown.slice(0, end).reduce((sum, { count }) => sum + count, 0)
  const all = upTo(LEVELS)
  return (
    <section className={styles['side']} data-side={side} aria-label={title}>
      <p className={styles['note']}>{title}</p>
      <ol>
        {shown.map(({ price, count }, index) => (
          <li key={price} className={styles['level']}>
            <span className={styles['bar']} style={{ width: `${(upTo(index + 1) / all) * 100}%` }} aria-hidden="true" />
            <span className={styles['at']}>{format.price(price)}</span>
            <span>{format.quantity(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
