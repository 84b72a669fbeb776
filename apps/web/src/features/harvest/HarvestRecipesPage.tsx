import { useLocation, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import { useHarvest } from '#shared/production/harvest.ts'
import { RecipePanel } from './components/RecipePanel.tsx'
import { RecipeTabs } from './components/RecipeTabs.tsx'
import styles from './HarvestRecipesPage.module.css'
import { useUnsaved } from './hooks/setup-drafts.ts'
import { readRecipeId, writeRecipeId } from './model/recipe-address.ts'

/** Automatic production: a tab per recipe, and the settings of the selected one. */
export function HarvestRecipesPage() {
  const { t } = useTranslation(['harvest', 'production'])
  useTitle(t('title'))
  usePricesLoad()
  const navigate = useNavigate()
  const chosenId = readRecipeId(useLocation({ select: ({ search }) => search }))
  const { data: catalogue } = useCatalogue()
  const { data: read, error, refetch } = useHarvest()
  const data = useDeferredValue(read)
  const dataOf = (recipeId: number) => data?.user_data.find(({ receipt_id }) => receipt_id === recipeId)
  const unsaved = useUnsaved(data?.receipts ?? [], dataOf)

  if (data === undefined || catalogue === undefined) {
    return error === null ? (
      <div className={styles['page']}>
        <Skeleton shape="harvest" />
      </div>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} describe={(message) => t('load_error', { message })} />
    )
  }
  const [first] = data.receipts
  if (first === undefined) return <EmptyState subject="harvests">{t('none')}</EmptyState>
  const shownId = chosenId ?? first.receipt_id
  const shown = data.receipts.find(({ receipt_id }) => receipt_id === shownId)
  const choose = (recipeId: number) =>
    void navigate({ to: '.', search: writeRecipeId(recipeId), replace: true, resetScroll: false })
  return (
    <div className={styles['page']}>
      <RecipeTabs recipes={data.receipts} dataOf={dataOf} unsaved={unsaved} shownId={shownId} onChoose={choose} />
      {shown === undefined ? (
        <EmptyState subject="harvests">{t('not_found')}</EmptyState>
      ) : (
        <RecipePanel key={shownId} recipe={shown} userData={dataOf(shownId)} />
      )}
    </div>
  )
}
