import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { AmountField } from '#shared/ui/AmountInput.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import type { Offer } from '../model/offers.ts'
import { SideStatus } from './SideStatus.tsx'
import styles from './TradeDialog.module.css'

const TILE_SIZE = 32

interface OwnOfferProps {
  readonly draft: Offer
  readonly status: 'pending' | 'confirmed'
  /** Whether the other side does not see this offer yet. */
  readonly isChanged: boolean
  readonly coinsMax: number
  /** Whether the text in the field for coins is an amount. */
  readonly areCoinsClear: boolean
  /** Called with NaN for a text that is no amount. */
  readonly onCoins: (coins: number) => void
  readonly onAsk: (itemId: number) => void
  readonly onRemove: (itemId: number) => void
}

/** What the player would give: coins, and items whose count can be changed. */
export function OwnOffer({
  draft,
  status,
  isChanged,
  coinsMax,
  areCoinsClear,
  onCoins,
  onAsk,
  onRemove,
}: OwnOfferProps) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  return (
    <section className={styles['column']} aria-label={t('trade.own_offer')}>
      <h3>
        {t('trade.own_offer')}
        <SideStatus status={isChanged ? 'changed' : status} />
      </h3>
      <label className={styles['coins']}>
        <Coin coin="coin" size={18} />
        <span>{t('trade.coins')}</span>
        <AmountField
          value={draft.coins === 0 || !areCoinsClear ? null : draft.coins}
          max={coinsMax}
          placeholder="0"
          onChange={(coins) => onCoins(coins ?? 0)}
        />
      </label>
      <ul className={styles['items']}>
        {draft.items.map(({ itemId, count }) => {
          const name = nameOf(itemId)
          return (
            <li key={itemId} className={styles['item']}>
              <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
              <span className={styles['name']}>{name}</span>
              <Button
                look="quiet"
                className={styles['count']}
                aria-label={t('trade.change_name', { name, amount: format.exact(count) })}
                onClick={() => onAsk(itemId)}
              >
                ×{format.exact(count)}
              </Button>
              <Button
                look="quiet"
                isIcon
                aria-label={t('trade.remove_name', { name })}
                onClick={() => onRemove(itemId)}
              >
                <IconX size={16} />
              </Button>
            </li>
          )
        })}
      </ul>
      {draft.items.length === 0 && <p className={styles['none']}>{t('trade.own_empty')}</p>}
    </section>
  )
}
