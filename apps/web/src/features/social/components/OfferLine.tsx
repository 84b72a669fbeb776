import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { isEmptyOffer, type Offer } from '../model/offers.ts'
import styles from './OfferLine.module.css'

const TILE_SIZE = 24

/** What one side gave, in a line. */
export function OfferLine({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  if (isEmptyOffer(offer)) return <span className={styles['nothing']}>{t('ledger.nothing')}</span>
  return (
    <ul className={styles['line']}>
      {offer.coins > 0 && (
        <li>
          <Price coins={offer.coins} isExact />
        </li>
      )}
      {offer.items.map(({ itemId, count }) => (
        <li key={itemId} className={styles['item']}>
          <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
          {nameOf(itemId)} ×{format.exact(count)}
        </li>
      ))}
    </ul>
  )
}
