import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { QueueTable } from '#shared/production/QueueTable.tsx'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useCraftQueue } from '#shared/production/queues.ts'

/** The craft queue. */
export function CraftQueuePage() {
  const { t } = useTranslation('craft')
  useTitle(`${t('tabs.queue')} · ${t('title')}`)
  const nameOf = useItemName()
  const { data: recipes } = useCraftRecipes()
  const { data: jobs, error, refetch } = useCraftQueue()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.queue')}</h2>
      <QueueTable
        queue="craft"
        label={t('tabs.queue')}
        jobs={jobs}
        error={error}
        onRetry={() => void refetch()}
        recipesLabel={t('tabs.recipes')}
        nameOf={(recipeId) => nameOf(recipes?.byId.get(recipeId)?.ItemForVision ?? 0)}
      />
    </div>
  )
}
