import type { RecentTrade } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'
import { useRecentTrades } from '../api/recent-trades.ts'
import styles from './RecentTrades.module.css'

/** The tape: what the item was last traded for, and whether a buyer or a seller came to the other's order. */
export function RecentTrades({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation(['market', 'chart'])
  const trades = useRecentTrades(itemId)
  return (
    <div className={styles['tape']} aria-busy={trades === undefined}>
      <h3 className={styles['title']}>{t('tape.title')}</h3>
      <div className={styles['heads']} aria-hidden="true">
        <span>{t('book.price')}</span>
        <span>{t('book.count')}</span>
        <span>{t('tape.time')}</span>
      </div>
      {/* Scrolls, so a keyboard must be able to focus it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={styles['trades']} aria-label={t('tape.title')} tabIndex={0}>
        {trades === undefined && <li className={styles['waiting']} aria-hidden="true" />}
        {trades?.length === 0 && <li className={styles['empty']}>{t('tape.none')}</li>}
        {trades?.map((trade, index) => (
          // Counted from the oldest, so that a new trade adds a row and keeps the others.
          <TradeLine key={`${trade.traded_at}/${trade.price}/${trades.length - index}`} trade={trade} />
        ))}
      </ol>
    </div>
  )
}

function TradeLine({ trade: { traded_at, price, count, side } }: { readonly trade: RecentTrade }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const day = format.shortDay(traded_at)
  return (
    <li className={styles['row']}>
      <span className={styles[side]} title={format.exact(price)}>
        <span className="visually-hidden">{t(side === 'buy' ? 'chart:prices.bought' : 'chart:prices.sold')} </span>
        <span className={styles['mark']} aria-hidden="true">
          {side === 'buy' ? '▲' : '▼'}
        </span>
        {price < EXACT_BELOW ? format.exact(price) : format.price(price)}
      </span>
      <span className={styles['count']} title={format.exact(count)}>
        {format.quantity(count)}
      </span>
      <time
        className={styles['time']}
        dateTime={new Date(traded_at * SECOND_MS).toISOString()}
        title={format.dateTime(traded_at)}
      >
        {day === format.shortDay(serverNowSec()) ? format.time(traded_at) : day}
      </time>
    </li>
  )
}

/** Longer prices are shortened; the title has every digit. */
const EXACT_BELOW = 10_000_000
