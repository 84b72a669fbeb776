import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useFlash } from '#shared/ui/use-flash.ts'
import type { ItemDetails } from '#shared/market/item-details.ts'
import { ownCounts } from '#shared/market/book-levels.ts'
import type { Side } from '#shared/market/order-preview.ts'
import { depthShare, sumLevels, type SummedLevel } from '../model/depth.ts'
import styles from './OrderBook.module.css'

/** Levels shown per side; deeper ones are beyond what anyone reads. */
const LEVELS_SHOWN_MAX = 50
/** From eight digits on a price leaves a narrow book no room for the quantity. */
const LONG_PRICE_MIN = 10_000_000
const BASIS_POINTS = 10_000

interface OrderBookProps {
  readonly details: ItemDetails
  readonly isLoading: boolean
  /** A pressed order of one side is answered by the other: taking a sell order is buying. */
  readonly onPick: (side: Side, price: number, count: number) => void
}

/**
 * Sell orders above buy orders, the best of both at the spread between them. Bars show how much can be traded up to a level;
 * a press takes all of it.
 */
export function OrderBook({ details, isLoading, onPick }: OrderBookProps) {
  const { t } = useTranslation('market')
  const levelsOf = (side: Side) =>
    sumLevels(
      (side === 'buy' ? details.buy_orders : details.sell_orders).slice(0, LEVELS_SHOWN_MAX),
      ownCounts(details.user_lots.filter(({ type }) => type === side)),
    )
  const [sell, buy] = [levelsOf('sell'), levelsOf('buy')]
  const deepest = Math.max(sell.at(-1)?.sum ?? 0, buy.at(-1)?.sum ?? 0)
  return (
    <div className={styles['book']} aria-busy={isLoading} data-live>
      <h3 className={styles['title']}>{t('book.title')}</h3>
      <div className={styles['heads']} aria-hidden="true">
        <span>{t('book.price')}</span>
        <span>{t('book.count')}</span>
        <span>{t('book.sum')}</span>
      </div>
      <BookSide
        side="sell"
        title={t('book.sell_orders')}
        levels={sell}
        deepest={deepest}
        isLoading={isLoading}
        onPick={(price, count) => onPick('buy', price, count)}
      />
      <Spread sell={sell[0]?.level.price} buy={buy[0]?.level.price} />
      <BookSide
        side="buy"
        title={t('book.buy_orders')}
        levels={buy}
        deepest={deepest}
        isLoading={isLoading}
        onPick={(price, count) => onPick('sell', price, count)}
      />
    </div>
  )
}

interface SpreadProps {
  readonly sell: number | undefined
  readonly buy: number | undefined
}

/** What separates the best prices, in coins and as a share of the cheapest offer. */
function Spread({ sell, buy }: SpreadProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const spread = sell === undefined || buy === undefined ? null : sell - buy
  return (
    <p className={styles['spread']}>
      <span>{t('book.spread')}</span>
      {spread === null || sell === undefined ? (
        '–'
      ) : (
        <>
          <strong title={format.exact(spread)}>{format.price(spread)}</strong>
          <span>{format.percent((spread * BASIS_POINTS) / sell)}</span>
        </>
      )}
    </p>
  )
}

interface BookSideProps {
  readonly side: Side
  readonly title: string
  readonly levels: readonly SummedLevel[]
  readonly deepest: number
  readonly isLoading: boolean
  readonly onPick: (price: number, count: number) => void
}

function BookSide({ side, title, levels, deepest, isLoading, onPick }: BookSideProps) {
  const { t } = useTranslation('market')
  return (
    // Scrolls, so a keyboard must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles[side]} aria-label={title} tabIndex={levels.length > 0 ? undefined : -1}>
      {levels.map((each) => (
        <li key={each.level.price}>
          <BookRow
            side={side}
            summed={each}
            share={depthShare(each.sum, deepest)}
            onPick={() => onPick(each.level.price, each.reachable)}
          />
        </li>
      ))}
      {levels.length === 0 &&
        (isLoading ? (
          <li className={styles['waiting']} aria-hidden="true" />
        ) : (
          <li className={styles['empty']}>
            {title}: {t('book.empty')}
          </li>
        ))}
    </ul>
  )
}

interface BookRowProps {
  readonly side: Side
  readonly summed: SummedLevel
  readonly share: number
  readonly onPick: () => void
}

function BookRow({ side, summed: { level, sum, own: ownCount }, share, onPick }: BookRowProps) {
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
      <span className={styles['count']}>
        <span aria-hidden="true">{format.quantity(level.count)}</span>
        <span className="visually-hidden">
          {format.exact(level.count)}
          {ownCount > 0 && `, ${own}`}
        </span>
      </span>
      <span className={styles['sum']} aria-hidden="true">
        {format.quantity(sum)}
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
