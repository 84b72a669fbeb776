import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { PricingModeChoice } from '#shared/production/PricingModeChoice.tsx'
import { useFactoryRecipes } from '#shared/production/recipes.ts'
import { usePersistedChoice } from '#shared/production/use-persisted-choice.ts'
import { PRICING_MODES } from '#shared/production/valuation.ts'
import { useProgressiveCount } from '#shared/ui/gradual-rendering.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import { FactoryCard } from './components/FactoryCard.tsx'
import { StartsUnderWay } from './components/StartsUnderWay.tsx'
import styles from './FactoryRecipesPage.module.css'

/** Cards rendered per step; a card has one or two slots with a dozen choices each. */
const CARDS_STEP = 3

/** Every factory with what it needs, what can be chosen, and what it yields. */
export function FactoryRecipesPage() {
  const { t } = useTranslation('factory')
  useTitle(`${t('tabs.recipes')} · ${t('title')}`)
  usePricesLoad()
  const [pricingMode, setPricingMode] = usePersistedChoice('priceAssumption', PRICING_MODES)
  const { data: catalogue } = useCatalogue()
  const { data: read, error, refetch } = useFactoryRecipes()
  const data = useDeferredValue(read)
  const drawn = useProgressiveCount(data?.recipes.length ?? 0, CARDS_STEP)
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data?.recipes.length === 0) return <EmptyState subject="search">{t('not_found')}</EmptyState>
  return (
    <div className={styles['page']}>
      <div className={styles['tools']}>
        <StartsUnderWay />
        <PricingModeChoice value={pricingMode} onChange={setPricingMode} />
      </div>
      {data === undefined || catalogue === undefined ? (
        <Skeleton shape="places" />
      ) : (
        <ul className={styles['grid']}>
          {data.recipes.slice(0, drawn).map((recipe) => (
            <FactoryCard key={recipe.receipt_id} recipe={recipe} pricingMode={pricingMode} />
          ))}
        </ul>
      )}
    </div>
  )
}
