import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { QueueTable } from '#shared/production/QueueTable.tsx'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useCraftQueue } from './api/craft-queue.ts'

/** What is being crafted and what waits. */
export function CraftQueuePage() {
  const { t } = useTranslation(['craft', 'production'])
  useTitle(t('tabs.queue'))
  const nameOf = useItemName()
  const { data: recipes } = useCraftRecipes()
  const { data: jobs, error, refetch } = useCraftQueue()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.queue')}</h2>
      {jobs === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : jobs === undefined ? (
        <SkeletonRows />
      ) : jobs.length === 0 ? (
        <EmptyState action={<Link to="/craft/receipts">{t('tabs.recipes')}</Link>}>
          {t('production:queue.empty')}
        </EmptyState>
      ) : (
        <QueueTable
          queue="craft"
          jobs={jobs}
          nameOf={(recipeId) => nameOf(recipes?.byId.get(recipeId)?.ItemForVision ?? 0)}
        />
      )}
    </div>
  )
}
