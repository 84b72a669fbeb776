import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './PrizeLabel.module.css'

interface PrizeLabelProps {
  readonly itemId: number
  readonly count: number
  readonly size?: number
}

/** A number of an item, or coins, with their picture. */
export function PrizeLabel({ itemId, count, size = 28 }: PrizeLabelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(itemId)
  if (itemId === 0) {
    return (
      <span className={styles['prize']}>
        <Coin coin="coin" size={Math.round(size * COIN_SHARE)} />
        {t('coins', { count, amount: format.exact(count) })}
      </span>
    )
  }
  const item = catalogue?.byId.get(itemId)
  return (
    <span className={styles['prize']}>
      <ItemTile item={item} size={size} />
      <span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>
      <span className={styles['count']}>×{format.exact(count)}</span>
    </span>
  )
}

const COIN_SHARE = 0.75
