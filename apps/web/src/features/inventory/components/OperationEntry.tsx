import type { InventoryOperation } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './OperationEntry.module.css'

const TILE_SIZE = 28

/** One operation: when, what it was, what led to it, and each item's change from before to after. */
export function OperationEntry({ operation }: { readonly operation: InventoryOperation }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  return (
    <li className={styles['entry']}>
      <time className={styles['time']} dateTime={new Date(operation.created_at * SECOND_MS).toISOString()}>
        {format.time(operation.created_at)}
      </time>
      <div className={styles['body']}>
        <p className={styles['kind']}>
          {t(`history.kinds.${operation.operation_code}`)}
          <CauseLink operation={operation} />
        </p>
        <ul className={styles['changes']}>
          {operation.coins !== null && <CoinChange change={operation.coins.count} after={operation.coins.new_count} />}
          {operation.list.map(({ item_id, count, new_count }) => (
            <ItemChange key={item_id} itemId={item_id} change={count} after={new_count} />
          ))}
        </ul>
      </div>
    </li>
  )
}

function CoinChange({ change, after }: { readonly change: number; readonly after: number }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  return (
    <li className={styles['change']}>
      <Coin coin="coin" size={TILE_SIZE} />
      <span className={change > 0 ? styles['gain'] : styles['loss']}>{format.signed(change)}</span>
      <span className={styles['name']}>{t('history.assets.coins')}</span>
      <span className={styles['counts']}>
        ({format.exact(after - change)} → {format.exact(after)})
      </span>
    </li>
  )
}

interface ItemChangeProps {
  readonly itemId: number
  readonly change: number
  readonly after: number
}

function ItemChange({ itemId, change, after }: ItemChangeProps) {
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  return (
    <li className={styles['change']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={change > 0 ? styles['gain'] : styles['loss']}>{format.signed(change)}</span>
      <Link
        to="/inventory/history"
        search={{ item: String(itemId) }}
        className={styles['name']}
        style={{ color: readableColor(item?.NameColor ?? '') }}
      >
        {name}
      </Link>
      <span className={styles['counts']}>
        ({format.exact(after - change)} → {format.exact(after)})
      </span>
    </li>
  )
}

const PLACES = {
  rent: '/rent',
  exchange: '/marketplace/exchange',
  spin: '/roulette/history',
  harvest: '/harvest/history',
} as const

/** Where what led to an operation can be looked at. */
function CauseLink({ operation: { cause, operation_code: code } }: { readonly operation: InventoryOperation }) {
  const { t } = useTranslation('inventory')
  if (cause === null) return null
  const text = t(`history.cause.${cause.type}`)
  if (cause.type === 'trade') {
    return (
      <Link to="/marketplace/history" search={{ item: String(cause.item_id) }} className={styles['cause']}>
        {text}
      </Link>
    )
  }
  if (cause.type === 'lot') {
    return (
      <Link to="/marketplace/market" hash={itemHash(cause.item_id)} className={styles['cause']}>
        {text}
      </Link>
    )
  }
  if (cause.type === 'referral' || cause.type === 'friend_trade') return <span className={styles['cause']}>{text}</span>
  if (cause.type !== 'recipe') {
    return (
      <Link to={PLACES[cause.type]} className={styles['cause']}>
        {text}
      </Link>
    )
  }
  const place = code === 'start_farm' || code === 'end_farm' ? '/factory/receipts' : '/craft/receipts'
  return (
    <Link to={place} search={{ recipe: cause.id }} className={styles['cause']}>
      {text}
    </Link>
  )
}
