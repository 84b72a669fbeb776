import type { CraftGroup, CraftRecipe } from '@clutch/contract'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { Valuation } from '#shared/production/valuation.ts'
import { useRenderBatch } from '#shared/ui/use-render-batch.ts'
import { RecipeCard } from './RecipeCard.tsx'
import styles from './RecipeGrid.module.css'

/** Cards are drawn in batches, so that the first ones are there at once (document 2 §9). */
const BATCH_SIZE = 50
const BATCH_DELAY_MS = 20

interface RecipeGridProps {
  readonly recipes: readonly CraftRecipe[]
  readonly groups: readonly CraftGroup[]
  /** Differs when the list is another one. */
  readonly subject: string
  readonly favorites: ReadonlySet<number>
  readonly valueOf: (recipe: CraftRecipe) => Valuation
  readonly onStar: (recipeId: number) => void
  readonly onOpen: (recipeId: number) => void
}

export function RecipeGrid({ recipes, groups, subject, favorites, valueOf, onStar, onOpen }: RecipeGridProps) {
  const language = useLanguage()
  const drawn = useRenderBatch(recipes.length, BATCH_SIZE, BATCH_DELAY_MS, subject)
  const groupNames = new Map(groups.map(({ id, names }) => [id, names[language]]))
  return (
    <ul className={styles['grid']}>
      {recipes.slice(0, drawn).map((recipe) => (
        <RecipeCard
          key={recipe.TypeId}
          recipe={recipe}
          groupName={groupNames.get(recipe.CraftGroup) ?? recipe.CraftGroup}
          isFavorite={favorites.has(recipe.TypeId)}
          valuation={valueOf(recipe)}
          onStar={() => onStar(recipe.TypeId)}
          onOpen={() => onOpen(recipe.TypeId)}
        />
      ))}
    </ul>
  )
}
