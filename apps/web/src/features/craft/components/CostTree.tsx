import type { CraftRecipe } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePrices } from '#shared/live/live-store.ts'
import { bestCost, buildCostTree, type CostNode } from '#shared/production/cost-tree.ts'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import { buyPrice, type PricingMode } from '#shared/production/valuation.ts'
import styles from './CostTree.module.css'

interface CostTreeProps {
  readonly recipe: CraftRecipe
  readonly pricingMode: PricingMode
}

/** The cheapest way to all that a recipe consumes, down to raw items: bought or made, whichever costs less. */
export function CostTree({ recipe, pricingMode }: CostTreeProps) {
  const { data } = useCraftRecipes()
  const prices = usePrices()
  const recipesOf = (itemId: number) =>
    data?.recipes.filter(({ OutputList }) => OutputList.some(({ TypeId }) => TypeId === itemId)) ?? []
  const priceOf = (itemId: number) => buyPrice(prices.get(itemId) ?? NO_PRICES, pricingMode)
  return (
    <ul className={styles['tree']}>
      {recipe.ConsumableList.map(({ TypeId, Count }) => (
        <Branch key={TypeId} node={buildCostTree(TypeId, Count, recipesOf, priceOf)} />
      ))}
    </ul>
  )
}

function Branch({ node }: { readonly node: CostNode }) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  const name = useItemName()(node.itemId)
  const cost = bestCost(node)
  const isMade = node.craftCost !== null && (node.buyCost === null || node.craftCost < node.buyCost)
  const line = (
    <span className={styles['line']}>
      <span>
        {format.average(node.count)} × {name}
      </span>
      <span className={styles['cost']}>
        {cost === null ? t('no_price') : format.price(Math.round(cost))}
        {node.recipe !== null && cost !== null && (
          <span className={isMade ? styles['made'] : styles['bought']}>
            {t(isMade ? 'cheaper_made' : 'cheaper_bought')}
          </span>
        )}
      </span>
    </span>
  )
  if (node.parts.length === 0) return <li className={styles['leaf']}>{line}</li>
  return (
    <li>
      <details className={styles['branch']} open={isMade}>
        <summary>{line}</summary>
        <ul>
          {node.parts.map((part) => (
            <Branch key={part.itemId} node={part} />
          ))}
        </ul>
      </details>
    </li>
  )
}
