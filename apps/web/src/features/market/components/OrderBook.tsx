import type { OrderLevel } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useFlash } from '#shared/ui/use-flash.ts'
import type { ItemDetails } from '#shared/market/item-details.ts'
import { ownCounts } from '#shared/market/book-levels.ts'
import type { Side } from '#shared/market/order-preview.ts'
import { depthShares, sumLevels } from '../model/depth.ts'
import styles from './OrderBook.module.css'

/** Levels shown per side; deeper ones lie beyond what anybody reads. */
const LEVELS_SHOWN_MAX = 50
/** From eight digits on a price leaves a narrow book no room for the quantity. */
const LONG_PRICE_MIN = 10_000_000

interface OrderBookProps {
  readonly details: ItemDetails
  readonly isLoading: boolean
  /** A pressed order of one side is answered by the other: taking a sell order is buying. */
  readonly onPick: (side: Side, price: number, count: number) => void
}

/** Both sides of the book. Bars show how deep a level is against the others; a press takes all up to that level. */
export function OrderBook({ details, isLoading, onPick }: OrderBookProps) {
  const { t } = useTranslation('market')
  const buy = details.buy_orders.slice(0, LEVELS_SHOWN_MAX)
  const sell = details.sell_orders.slice(0, LEVELS_SHOWN_MAX)
  const shareOf = depthShares([...buy, ...sell].map(({ count }) => count))
  const own = (side: Side) => ownCounts(details.user_lots.filter(({ type }) => type === side))
  return (
    <div className={styles['book']} aria-busy={isLoading} data-live>
      <BookSide
        side="buy"
        title={t('book.buy_orders')}
        levels={buy}
        own={own('buy')}
        shareOf={shareOf}
        isLoading={isLoading}
        onPick={(price, count) => onPick('sell', price, count)}
      />
      <BookSide
        side="sell"
        title={t('book.sell_orders')}
        levels={sell}
        own={own('sell')}
        shareOf={shareOf}
        isLoading={isLoading}
        onPick={(price, count) => onPick('buy', price, count)}
      />
    </div>
  )
}

interface BookSideProps {
  readonly side: Side
  readonly title: string
  readonly levels: readonly OrderLevel[]
  readonly own: ReadonlyMap<number, number>
  readonly shareOf: (count: number) => number
  readonly isLoading: boolean
  readonly onPick: (price: number, count: number) => void
}

function BookSide({ side, title, levels, own, shareOf, isLoading, onPick }: BookSideProps) {
  const { t } = useTranslation('market')
  return (
    <div className={styles[side]}>
      <h3 className={styles['title']}>{title}</h3>
      <div className={styles['heads']} aria-hidden="true">
        <span>{t('book.price')}</span>
        <span>{t('book.count')}</span>
      </div>
      {/* Scrolls, so a keyboard must be able to stand in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles['levels']} aria-label={title} tabIndex={levels.length > 0 ? undefined : -1}>
        {sumLevels(levels, own).map(({ level, reachable }) => (
          <li key={level.price}>
            <BookRow
              side={side}
              level={level}
              ownCount={own.get(level.price) ?? 0}
              share={shareOf(level.count)}
              onPick={() => onPick(level.price, reachable)}
            />
          </li>
        ))}
        {levels.length === 0 && !isLoading && <li className={styles['empty']}>{t('book.empty')}</li>}
      </ul>
    </div>
  )
}

interface BookRowProps {
  readonly side: Side
  readonly level: OrderLevel
  readonly ownCount: number
  readonly share: number
  readonly onPick: () => void
}

function BookRow({ side, level, ownCount, share, onPick }: BookRowProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const flash = useFlash<HTMLButtonElement>(level.count, level.price)
  const words = t(side === 'buy' ? 'book.sell_at' : 'book.buy_at', {
    amount: format.exact(level.count),
    price: format.exact(level.price),
  })
  const own = t('book.own', { amount: format.exact(ownCount) })
  return (
    <button
      ref={flash}
      type="button"
      className={classNames(styles['row'], ownCount > 0 && styles['own'])}
      style={{ '--depth': share }}
      title={ownCount > 0 ? `${words}, ${own}` : words}
      onClick={onPick}
    >
      <span className={styles['price']}>
        <span className="visually-hidden">{t(side === 'buy' ? 'trade.sell' : 'trade.buy')} </span>
        <LevelPrice price={level.price} />
      </span>
      <span title={format.exact(level.count)}>
        {format.quantity(level.count)}
        {ownCount > 0 && <span className="visually-hidden">{own}</span>}
      </span>
    </button>
  )
}

/** To the coin; where the book is narrow, a price too long for it is shortened. The row's title has every digit. */
function LevelPrice({ price }: { readonly price: number }) {
  const format = useFormat()
  if (price < LONG_PRICE_MIN) return format.exact(price)
  return (
    <>
      <span className={styles['exact']}>{format.exact(price)}</span>
      <span className={styles['short']}>{format.price(price)}</span>
    </>
  )
}
