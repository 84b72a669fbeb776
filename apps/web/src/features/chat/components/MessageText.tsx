import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useItemPrices } from '#shared/live/live-store.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { partsOf, type MessagePart } from '../model/message-parts.ts'
import styles from './MessageText.module.css'

const TILE_SIZE = 20

interface MessageTextProps {
  readonly text: string
  readonly linkDomains: readonly string[]
  readonly ownName: string
}

/** A message's text with items at live prices, and links if allowed. */
export function MessageText({ text, linkDomains, ownName }: MessageTextProps) {
  return withKeys(partsOf(text, { linkDomains, ownName })).map(({ key, part }) => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'item':
        return <ItemInText key={key} itemId={part.itemId} />
      case 'link':
        return (
          <a key={key} href={part.url} target="_blank" rel="noopener noreferrer nofollow">
            {part.url}
          </a>
        )
      case 'mention':
        return <mark key={key}>{part.text}</mark>
    }
  })
}

/** An item in a message; unknown ones as everywhere (document 2 §8). */
export function ItemInText({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('chat')
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  const { sell } = useItemPrices(itemId)
  const content = (
    <>
      <ItemTile item={item} size={TILE_SIZE} />
      <span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>
      {sell > 0 && (
        <span title={t('price_now')}>
          <Price coins={sell} size={12} />
        </span>
      )}
    </>
  )
  if (item?.CanSell !== true) return <span className={styles['chip']}>{content}</span>
  return (
    <Link to="/marketplace/market" hash={itemHash(itemId)} className={styles['chip']}>
      {content}
    </Link>
  )
}

/** Keys parts by content and occurrence. */
function withKeys(parts: readonly MessagePart[]): { readonly key: string; readonly part: MessagePart }[] {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const content = JSON.stringify(part)
    const count = (counts.get(content) ?? 0) + 1
    counts.set(content, count)
    return { key: `${content} ${count}`, part }
  })
}
