import { useTranslation } from 'react-i18next'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { QueueTable } from '#shared/production/QueueTable.tsx'
import { useFactoryRecipes } from '#shared/production/recipes.ts'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useFactoryQueue } from '#shared/production/queues.ts'
import { StartsUnderWay } from './components/StartsUnderWay.tsx'

/** What the factories are at and what waits. */
export function FactoryQueuePage() {
  const { t } = useTranslation('factory')
  useTitle(`${t('tabs.queue')} · ${t('title')}`)
  const language = useLanguage()
  const { data: recipes } = useFactoryRecipes()
  const { data: jobs, error, refetch } = useFactoryQueue()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.queue')}</h2>
      <StartsUnderWay />
      <QueueTable
        queue="factory"
        label={t('tabs.queue')}
        jobs={jobs}
        error={error}
        onRetry={() => void refetch()}
        recipesLabel={t('tabs.recipes')}
        nameOf={(recipeId) => recipes?.byId.get(recipeId)?.names[language] ?? ''}
      />
    </div>
  )
}
