import type { CraftRecipe } from '@clutch/contract'
import { IconArrowsMaximize, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { itemColor, readableColor } from '#shared/format/contrast.ts'
import { ProfitLine } from '#shared/production/ProfitLine.tsx'
import { StarButton } from '#shared/production/StarButton.tsx'
import { useWorkDuration } from '#shared/production/use-duration.ts'
import type { PricingMode } from '#shared/production/valuation.ts'
import { useRecipeValuation } from '../hooks/use-recipe-value.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './RecipeCard.module.css'
import { RecipeIngredients } from './RecipeIngredients.tsx'
import { RunCraft } from './RunCraft.tsx'

const TILE_SIZE = 52

interface RecipeCardProps {
  readonly recipe: CraftRecipe
  readonly groupName: string
  readonly isFavorite: boolean
  readonly pricingMode: PricingMode
  /** Set for the first card of a row, which measures the row. */
  readonly row?: number
  readonly measure?: (card: HTMLElement | null) => void
  readonly onStar: () => void
  readonly onOpen: () => void
}

/** One recipe: its item, ingredients as have/need, profit, and the run form. */
export function RecipeCard({
  recipe,
  groupName,
  isFavorite,
  pricingMode,
  row,
  measure,
  onStar,
  onOpen,
}: RecipeCardProps) {
  const { t } = useTranslation('craft')
  const duration = useWorkDuration()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(recipe.ItemForVision)
  const name = useItemName()(recipe.ItemForVision)
  return (
    <li
      ref={measure}
      data-index={row}
      className={styles['card']}
      style={{ '--item-color': itemColor(item?.NameColor ?? '') }}
    >
      <div className={styles['head']}>
        <ItemTile item={item} size={TILE_SIZE} />
        <div className={styles['text']}>
          <h2 className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
            {name}
          </h2>
          <p className={styles['facts']}>
            <span>
              <IconClock size={13} aria-hidden="true" /> {duration(recipe.TimeCraftSec)}
            </span>
            <span>{groupName}</span>
          </p>
        </div>
        <StarButton name={name} isOn={isFavorite} onPress={onStar} />
        <Button look="quiet" isIcon aria-label={t('expand', { name })} title={t('expand', { name })} onClick={onOpen}>
          <IconArrowsMaximize size={16} />
        </Button>
      </div>
      <RecipeIngredients recipe={recipe} />
      <RecipeProfit recipe={recipe} pricingMode={pricingMode} />
      <RunCraft recipe={recipe} />
    </li>
  )
}

/** A run's profit. A separate component, since prices change many times a second. */
function RecipeProfit({ recipe, pricingMode }: Pick<RecipeCardProps, 'recipe' | 'pricingMode'>) {
  return <ProfitLine valuation={useRecipeValuation(recipe, pricingMode)} />
}
