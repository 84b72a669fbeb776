import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import type { Marks } from '../hooks/use-trade.ts'
import { countIn, isEmptyOffer, type Offer } from '../model/offers.ts'
import { SideStatus } from './SideStatus.tsx'
import styles from './TradeDialog.module.css'

const TILE_SIZE = 32

interface TheirOfferProps {
  readonly name: string
  readonly offer: Offer
  readonly status: 'pending' | 'confirmed'
  readonly marks: Marks
}

/** What the other side would give, to look at; what changed since the last look is marked. */
export function TheirOffer({ name, offer, status, marks }: TheirOfferProps) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const title = t('trade.their_offer', { name })
  // What was taken out stays in sight, as gone.
  const ids = new Set([...offer.items.map(({ itemId }) => itemId), ...marks.items.keys()])
  const before = (count: number) => t('trade.before', { amount: format.exact(count) })
  return (
    <section className={styles['column']} aria-label={title}>
      <h3>
        {title}
        <SideStatus status={status} />
      </h3>
      {(offer.coins > 0 || marks.coins !== undefined) && (
        <p className={styles['coins']} data-changed={marks.coins !== undefined || undefined}>
          <Coin coin="coin" size={18} />
          <span>{t('trade.coins')}</span>
          <strong>{format.exact(offer.coins)}</strong>
          {marks.coins !== undefined && <small>{before(marks.coins)}</small>}
        </p>
      )}
      <ul className={styles['items']}>
        {[...ids]
          .toSorted((a, b) => a - b)
          .map((itemId) => {
            const was = marks.items.get(itemId)
            return (
              <li key={itemId} className={styles['item']} data-changed={was !== undefined || undefined}>
                <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
                <span className={styles['name']}>
                  {nameOf(itemId)}
                  {was !== undefined && <small>{before(was)}</small>}
                </span>
                <strong className={styles['count']}>×{format.exact(countIn(offer, itemId))}</strong>
              </li>
            )
          })}
      </ul>
      {isEmptyOffer(offer) && ids.size === 0 && <p className={styles['none']}>{t('trade.their_empty')}</p>}
    </section>
  )
}
