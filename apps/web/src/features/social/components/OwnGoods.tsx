import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllTexts, useCatalogue } from '#shared/catalogue/catalogue.ts'
import { createSearch } from '#shared/catalogue/search.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { countIn, type Offer } from '../model/offers.ts'
import styles from './TradeDialog.module.css'

/** What carries this tag stays with its owner (rules §11). */
const NOT_TRADABLE_TAG = 'trade:no'
/** More than this nobody reads through; typing narrows. */
const SHOWN_MAX = 60
const TILE_SIZE = 32

interface OwnGoodsProps {
  readonly inventory: ReadonlyMap<number, number>
  readonly draft: Offer
  /** Whether no further type of item fits. */
  readonly isFull: boolean
  readonly onAsk: (itemId: number) => void
  readonly onMax: (itemId: number) => void
}

/** What the player has and may give, with a search, a count for each, and all of it at one press. */
export function OwnGoods({ inventory, draft, isFull, onAsk, onMax }: OwnGoodsProps) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const [text, setText] = useState('')
  useAllTexts(text !== '')
  const matches = createSearch(useDeferredValue(text))
  const goods = Array.from(inventory, ([itemId, count]) => ({ item: catalogue?.byId.get(itemId), itemId, count }))
    .filter(({ item, count }) => count > 0 && item !== undefined && !item.Tags.includes(NOT_TRADABLE_TAG))
    .filter(({ item }) => item !== undefined && matches(item))
    .toSorted((a, b) => format.compare(nameOf(a.itemId), nameOf(b.itemId)))
  const shown = goods.slice(0, SHOWN_MAX)
  return (
    <section className={styles['column']} aria-label={t('trade.own_goods')}>
      <h3>{t('trade.own_goods')}</h3>
      <label className={styles['search']}>
        <IconSearch size={16} aria-hidden="true" />
        <span className="visually-hidden">{t('trade.search')}</span>
        <input
          type="search"
          value={text}
          placeholder={t('trade.search')}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <ul className={styles['items']}>
        {shown.map(({ item, itemId, count }) => {
          const name = nameOf(itemId)
          const isTaken = countIn(draft, itemId) > 0
          return (
            <li key={itemId} className={styles['item']} data-taken={isTaken || undefined}>
              <ItemTile item={item} size={TILE_SIZE} />
              <span className={styles['name']}>
                {name}
                <small>{t('trade.owned', { amount: format.exact(count) })}</small>
              </span>
              <Button
                look="quiet"
                isIcon
                disabled={isFull && !isTaken}
                aria-label={t('trade.add_name', { name })}
                title={t('trade.add_name', { name })}
                onClick={() => onAsk(itemId)}
              >
                <IconPlus size={16} />
              </Button>
              <Button
                look="quiet"
                disabled={isFull && !isTaken}
                aria-label={t('trade.max_name', { name })}
                onClick={() => onMax(itemId)}
              >
                {t('trade.max')}
              </Button>
            </li>
          )
        })}
      </ul>
      {goods.length === 0 && <p className={styles['none']}>{t(text === '' ? 'trade.no_goods' : 'trade.no_match')}</p>}
      {goods.length > SHOWN_MAX && (
        <p className={styles['none']}>{t('trade.more_goods', { amount: format.exact(goods.length - SHOWN_MAX) })}</p>
      )}
    </section>
  )
}
