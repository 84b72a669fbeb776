import type { CraftRecipe } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePrices } from '#shared/live/live-store.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { bestCost, buildCostTrees, isCheaperMade, sumBest, type CostNode } from '#shared/production/cost-tree.ts'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import { listShopping } from '#shared/production/shopping-list.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buyPrice, type PricingMode } from '#shared/production/valuation.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './CostTree.module.css'

const PurchaseDialog = lazyChunk(async () => (await import('#shared/production/PurchaseDialog.tsx')).PurchaseDialog)
const TILE_SIZE = 22

interface CostTreeProps {
  readonly recipe: CraftRecipe
  readonly pricingMode: PricingMode
}

/** The cheapest way to get all that a recipe consumes, down to raw items: bought or crafted, whichever costs less. */
export function CostTree({ recipe, pricingMode }: CostTreeProps) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  const { data } = useCraftRecipes()
  const [isShopping, setShopping] = useState(false)
  const prices = usePrices()
  const recipesOf = (itemId: number) =>
    data?.recipes.filter(({ OutputList }) => OutputList.some(({ TypeId }) => TypeId === itemId)) ?? []
  const priceOf = (itemId: number) => buyPrice(prices.get(itemId) ?? NO_PRICES, pricingMode)
  const sources = { recipesOf, priceOf }
  const needs = recipe.ConsumableList.map(({ TypeId, Count }) => ({ itemId: TypeId, count: Count }))
  const nodes = buildCostTrees(needs, new Map(), sources)
  const total = sumBest(nodes)
  return (
    <div className={styles['tree']} data-live>
      <ul>
        {nodes.map((node) => (
          <Branch key={node.itemId} node={node} />
        ))}
      </ul>
      <p className={styles['total']}>
        <span>{t('tree_total')}</span>
        <span className={styles['cost']}>{total === null ? t('no_price') : format.exact(Math.round(total))}</span>
      </p>
      <Button className={styles['shopping']} onClick={() => setShopping(true)}>
        {t('shopping_list')}
      </Button>
      <Suspense>
        {isShopping && (
          <PurchaseDialog
            title={t('shopping_list')}
            listFor={(runs, stock) => listShopping(recipe, runs, stock, sources)}
            startCount={1}
            onClose={() => setShopping(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function Branch({ node }: { readonly node: CostNode }) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  const cost = bestCost(node)
  const isMade = isCheaperMade(node)
  const [isOpen, setOpen] = useState(isMade)
  const name = useItemName()(node.itemId)
  const line = (
    <span className={styles['line']}>
      <NodeItem node={node} />
      <span className={styles['cost']}>{cost === null ? t('no_price') : format.exact(Math.round(cost))}</span>
      <span className={isMade ? styles['made'] : styles['bought']}>
        {node.lacking === 0
          ? t('left_over')
          : node.recipe !== null && cost !== null && t(isMade ? 'cheaper_made' : 'cheaper_bought')}
      </span>
    </span>
  )
  if (node.parts.length === 0) return <li className={styles['leaf']}>{line}</li>
  return (
    <li>
      <div className={styles['branch']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-label={t('tree_parts', { name })}
          onClick={() => setOpen(!isOpen)}
        />
        {line}
      </div>
      {isOpen && (
        <ul>
          {node.parts.map((part) => (
            <Branch key={part.itemId} node={part} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Count and item; items for sale link to their market page. */
function NodeItem({ node: { itemId, count } }: { readonly node: CostNode }) {
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  const style = { color: readableColor(item?.NameColor ?? '') }
  return (
    <span className={styles['item']}>
      <span className={styles['count']}>{format.average(count)} ×</span>
      <ItemTile item={item} size={TILE_SIZE} />
      {item?.CanSell === true ? (
        <Link to="/marketplace/market" hash={itemHash(itemId)} style={style} className={styles['name']}>
          {name}
        </Link>
      ) : (
        <span style={style} className={styles['name']}>
          {name}
        </span>
      )}
    </span>
  )
}
