import type { ItemDefinition } from '@clutch/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTagName } from '#shared/catalogue/use-tag-name.ts'
import { useInventoryLoad } from '#shared/account/inventory.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { BbText } from '#shared/bbcode/BbText.tsx'
import { itemDescription } from '#shared/catalogue/item-text.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useOwnedCount } from '#shared/live/live-store.ts'
import { AlertButton } from '#shared/watchlist/AlertButton.tsx'
import { StarButton } from '#shared/watchlist/StarButton.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import type { Side } from '#shared/market/order-preview.ts'
import styles from './DetailsHead.module.css'

const TILE_SIZE = 64

interface DetailsHeadProps {
  readonly itemId: number
  readonly item: ItemDefinition | undefined
  readonly onBack: () => void
  /** Absent where the order ticket is next to the head. */
  readonly onTrade: ((side: Side) => void) | undefined
}

/** What the item is, how many the player has, and what to do with it. */
export function DetailsHead({ itemId, item, onBack, onTrade }: DetailsHeadProps) {
  const { t } = useTranslation('market')
  const tagName = useTagName()
  const format = useFormat()
  const name = useItemName()(itemId)
  const language = useLanguage()
  const owned = useOwnedCount(itemId)
  const isSignedIn = useSignedIn()
  // Until it is loaded, an item of which one has many would show as none.
  const isOwnedKnown = useInventoryLoad().isSuccess
  return (
    <header className={styles['head']}>
      <Button look="quiet" className={styles['back']} onClick={onBack}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('details.back')}
      </Button>
      <ItemTile item={item} size={TILE_SIZE} isGlowing />
      <div className={styles['text']}>
        <h2 className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
          {name}
        </h2>
        <ul className={styles['tags']} aria-label={t('details.tags')}>
          {isSignedIn && isOwnedKnown && (
            <li className={styles['owned']}>{t('list.in_inventory', { amount: format.exact(owned) })}</li>
          )}
          {item?.Tags.map((tag) => (
            <li key={tag} className={styles['tag']}>
              {tagName(tag)}
            </li>
          ))}
        </ul>
        <p className={styles['description']}>
          {item !== undefined && <BbText source={itemDescription(item, language)} />}
        </p>
      </div>
      <div className={styles['acts']}>
        {isSignedIn && (
          <div className={styles['watch']}>
            <StarButton itemId={itemId} />
            <AlertButton itemId={itemId} />
          </div>
        )}
        {onTrade !== undefined && (
          <>
            <Button look="buy" onClick={() => onTrade('buy')}>
              {t('trade.buy')}
            </Button>
            <Button look="sell" onClick={() => onTrade('sell')} disabled={isSignedIn && isOwnedKnown && owned === 0}>
              {t('trade.sell')}
            </Button>
          </>
        )}
      </div>
    </header>
  )
}
