import { valueRecipe } from '#shared/production/craft-value.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useInventory, usePrices } from '#shared/live/live-store.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { useFavoriteRecipes } from '#shared/production/favorite-recipes.ts'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import { usePersistedChoice } from '#shared/production/use-persisted-choice.ts'
import { PRICING_MODES } from '#shared/production/valuation.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useAddressView } from '#shared/ui/use-address-view.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { RecipeControls } from './components/RecipeControls.tsx'
import { RecipeGrid } from './components/RecipeGrid.tsx'
import styles from './CraftRecipesPage.module.css'
import { ALL_GROUPS, FAVORITES_GROUP, listRecipes, RECIPE_SORTS } from './model/recipe-list.ts'
import { usePricing } from '#shared/production/use-pricing.ts'
import { readRecipeAddress, writeRecipeAddress } from './model/recipe-view.ts'

const RecipePopup = lazyChunk(async () => (await import('./components/RecipePopup.tsx')).RecipePopup)

/**
 * All recipes: by group, searched, with what can be crafted now and its profit. Its frame is drawn before the data
 * arrives.
 */
export function CraftRecipesPage() {
  const { t } = useTranslation('craft')
  useTitle(`${t('tabs.recipes')} · ${t('title')}`)
  usePricesLoad()
  const [address, change] = useAddressView({
    read: readRecipeAddress,
    write: writeRecipeAddress,
    navigation: { resetScroll: false },
  })
  const [hides, setHides] = usePersistedChoice('hideUnavailable', ['false', 'true'])
  const [sort, setSort] = usePersistedChoice('craftSort', RECIPE_SORTS)
  const [pricingMode, setPricingMode] = usePersistedChoice('priceAssumption', PRICING_MODES)
  const { favorites, toggle } = useFavoriteRecipes()
  const { data: catalogue } = useCatalogue()
  const recipes = useCraftRecipes()
  const recipeBook = useDeferredValue(recipes.data)
  const inventory = useInventory({ enabled: hides === 'true' })
  const prices = usePrices({ enabled: sort !== 'game' })
  const pricing = usePricing(pricingMode, prices)
  const query = useDeferredValue(address.query)

  if (recipeBook === undefined && recipes.error !== null) {
    return <ErrorState error={recipes.error} onRetry={() => void recipes.refetch()} />
  }
  // The favourites group exists only while there are favourites (document 2 §2).
  const group = favorites.size === 0 && address.group === FAVORITES_GROUP ? ALL_GROUPS : address.group
  const view = { group, query, hidesUnavailable: hides === 'true', sort }
  const groups = recipeBook?.groups ?? []
  const listed =
    recipeBook !== undefined && catalogue !== undefined
      ? listRecipes(recipeBook.recipes, view, {
          byId: catalogue.byId,
          inventory,
          favorites,
          valueOf: (recipe) => valueRecipe(recipe, catalogue.items, pricing),
        })
      : undefined
  const opened = address.recipeId === null ? undefined : recipeBook?.byId.get(address.recipeId)
  return (
    <div className={styles['page']}>
      <RecipeControls
        groups={groups}
        hasFavorites={favorites.size > 0}
        view={view}
        query={address.query}
        listedCount={listed?.length}
        pricingMode={pricingMode}
        onGroup={(group) => change({ group })}
        onQuery={(text) => change({ query: text })}
        onHide={(hidesUnavailable) => setHides(hidesUnavailable ? 'true' : 'false')}
        onSort={setSort}
        onPricingMode={setPricingMode}
      />
      {listed === undefined ? (
        <Skeleton shape="cards" />
      ) : listed.length === 0 ? (
        <EmptyState subject="search">{t('receipts_not_found')}</EmptyState>
      ) : (
        <RecipeGrid
          recipes={listed}
          groups={groups}
          subject={JSON.stringify(view)}
          favorites={favorites}
          pricingMode={pricingMode}
          onStar={toggle}
          onOpen={(recipeId) => change({ recipeId })}
        />
      )}
      <Suspense>
        {opened !== undefined && (
          <RecipePopup
            recipe={opened}
            groups={groups}
            pricingMode={pricingMode}
            isFavorite={favorites.has(opened.TypeId)}
            onStar={() => toggle(opened.TypeId)}
            onClose={() => change({ recipeId: null })}
          />
        )}
      </Suspense>
    </div>
  )
}
