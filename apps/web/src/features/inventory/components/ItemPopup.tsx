import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { ItemDefinition, ItemWorth } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTagName } from '#shared/catalogue/use-tag-name.ts'
import { BbText } from '#shared/bbcode/BbText.tsx'
import { itemDescription } from '#shared/catalogue/item-text.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useOwnedCount } from '#shared/live/live-store.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { CountChartPanel } from './CountChartPanel.tsx'
import styles from './ItemPopup.module.css'

const ItemRecipes = lazyChunk(async () => (await import('#shared/production/ItemRecipes.tsx')).ItemRecipes)
const QuickSale = lazyChunk(async () => (await import('./QuickSale.tsx')).QuickSale)
const TILE_SIZE = 84

interface ItemPopupProps {
  readonly itemId: number
  readonly item: ItemDefinition | undefined
  readonly worth: ItemWorth | undefined
  readonly onClose: () => void
}

/** Everything about one owned item: what it is, what it is worth, how many there were, and what can be done. */
export function ItemPopup({ itemId, item, worth, onClose }: ItemPopupProps) {
  const { t } = useTranslation('inventory')
  const tagName = useTagName()
  const name = useItemName()(itemId)
  const language = useLanguage()
  const owned = useOwnedCount(itemId)
  const [isSelling, setSelling] = useState(false)
  const canSell = item?.CanSell === true
  if (isSelling) {
    return (
      <Suspense>
        <QuickSale itemId={itemId} count={owned} onClose={() => setSelling(false)} />
      </Suspense>
    )
  }
  return (
    <Modal
      title={<span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>}
      isWide
      isOpen
      onClose={onClose}
    >
      <div className={styles['popup']}>
        <header className={styles['head']}>
          <ItemTile item={item} size={TILE_SIZE} isGlowing />
          <div className={styles['text']}>
            <p className={styles['description']}>
              {item !== undefined && <BbText source={itemDescription(item, language)} />}
            </p>
          </div>
        </header>
        <div className={styles['acts']}>
          <Link to="/inventory/history" search={{ item: String(itemId) }} className={styles['link']}>
            {t('popup.history')}
          </Link>
          {canSell && (
            <Link to="/marketplace/market" hash={itemHash(itemId)} className={styles['link']}>
              {t('popup.buy')}
            </Link>
          )}
          <Button look="sell" disabled={!canSell || owned === 0} onClick={() => setSelling(true)}>
            {t('popup.sell')}
          </Button>
        </div>
        <dl className={styles['facts']}>
          <Fact label={t('popup.type')}>{t(`popup.types.${item?.Type ?? 'other'}`)}</Fact>
          <Fact label={t('popup.can_sell')}>{t(canSell ? 'popup.yes' : 'popup.no')}</Fact>
          <WorthFacts owned={owned} worth={worth} />
        </dl>
        {item !== undefined && item.Tags.length > 0 && (
          <ul className={styles['tags']} aria-label={t('popup.tags')}>
            {item.Tags.map((tag) => (
              <li key={tag}>{tagName(tag)}</li>
            ))}
          </ul>
        )}
        <CountChartPanel itemId={itemId} />
        <Suspense>
          <ItemRecipes itemId={itemId} />
        </Suspense>
      </div>
    </Modal>
  )
}

function WorthFacts({ owned, worth }: { readonly owned: number; readonly worth: ItemWorth | undefined }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const fairPrice = worth?.fair_price ?? 0
  const all = owned + (worth?.in_lots ?? 0) + (worth?.in_jobs ?? 0)
  return (
    <>
      <Fact label={t('worth.free')}>{format.exact(owned)}</Fact>
      <Fact label={t('worth.in_lots')}>{format.exact(worth?.in_lots ?? 0)}</Fact>
      <Fact label={t('worth.in_jobs')}>{format.exact(worth?.in_jobs ?? 0)}</Fact>
      <Fact label={t('worth.fair_price')} hint={t('worth.note')}>
        {fairPrice === 0 ? t('worth.unknown') : <Price coins={fairPrice} isExact />}
      </Fact>
      <Fact label={t('worth.value')}>{fairPrice === 0 ? '–' : <Price coins={fairPrice * all} isExact />}</Fact>
    </>
  )
}

interface FactProps {
  readonly label: string
  readonly hint?: string
  readonly children: ReactNode
}

function Fact({ label, hint, children }: FactProps) {
  return (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
