import type { FactoryRecipe, ItemDefinition } from '@clutch/contract'
import { factoryTimeSec } from '@clutch/economy'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlacePicture } from '#shared/art/PlacePicture.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { usePricesOf } from '#shared/live/live-store.ts'
import { FARM_LANDS } from '#shared/production/lands.ts'
import { toFactoryRule } from '#shared/production/recipe-rules.ts'
import { NeedChip, YieldChip } from '#shared/production/ItemChip.tsx'
import { Odds } from '#shared/production/Odds.tsx'
import { factoryOdds } from '#shared/production/odds-tables.ts'
import { ProfitLine } from '#shared/production/ProfitLine.tsx'
import { usePricing } from '#shared/production/use-pricing.ts'
import { useWorkDuration } from '#shared/production/use-duration.ts'
import type { PricingMode } from '#shared/production/valuation.ts'
import { bestChoice, chosenItems, startChoice, type Choice } from '../model/factory-plan.ts'
import { itemsOf, valueChoice, yieldsOf } from '../model/factory-value.ts'
import styles from './FactoryCard.module.css'
import { RunFactory } from './RunFactory.tsx'
import { SlotChoice } from './SlotChoice.tsx'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

/** In units of which a picture is 640 wide. */
const PICTURE_HEIGHT = 150
/** A card shows this many kinds of what it yields; the rest is rarer. */
const YIELDS_SHOWN_MAX = 8

interface FactoryCardProps {
  readonly recipe: FactoryRecipe
  readonly pricingMode: PricingMode
}

/** One factory: what it needs, a choice per slot, what it yields on average, and the way to start it. */
export function FactoryCard({ recipe, pricingMode }: FactoryCardProps) {
  const { t } = useTranslation(['factory', 'production'])
  const format = useFormat()
  const duration = useWorkDuration()
  const language = useLanguage()
  const { data: catalogue } = useCatalogue()
  const [choice, setChoice] = useState(() => startChoice(recipe))
  const rule = toFactoryRule(recipe)
  const items = catalogue?.items ?? NO_ITEMS
  const seconds = factoryTimeSec(rule, chosenItems(choice), 1)
  const yields = yieldsOf(rule, items, choice)
  return (
    <li className={styles['card']}>
      <PlacePicture
        place={`factory/${recipe.receipt_id}`}
        seed={recipe.receipt_id}
        itemIds={[...recipe.timer_result_ids, ...recipe.required_list.map(({ type_id }) => type_id)]}
        height={PICTURE_HEIGHT}
        lands={FARM_LANDS}
        className={styles['picture']}
      />
      <header className={styles['head']}>
        <h2 className={styles['name']}>{recipe.names[language]}</h2>
        <span className={styles['time']}>
          <IconClock size={13} aria-hidden="true" /> {choice.includes(null) ? '–' : duration(seconds)}
        </span>
      </header>
      <div>
        <h3 className={styles['label']}>{t('required')}</h3>
        <ul className={styles['chips']}>
          {recipe.required_list.map(({ type_id, count }) => (
            <li key={type_id}>
              <NeedChip itemId={type_id} need={count} />
            </li>
          ))}
        </ul>
      </div>
      {recipe.optional_list.map((slot, index) => (
        <SlotChoice
          // Slots have no id of their own and never change places.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          name={slot.names[language]}
          options={slot.list}
          value={choice[index] ?? null}
          onChange={(itemId) => setChoice(choice.map((each, at) => (at === index ? itemId : each)))}
        />
      ))}
      <div>
        <h3 className={styles['label']}>{t('results')}</h3>
        <ul className={styles['chips']}>
          {yields.slice(0, YIELDS_SHOWN_MAX).map(({ itemId, count }) => (
            <li key={itemId}>
              <YieldChip itemId={itemId} amount={format.average(count)} />
            </li>
          ))}
        </ul>
        {catalogue !== undefined && (
          <Disclosure summary={t('production:odds.show')} summaryClassName={styles['odds']}>
            <Odds tables={factoryOdds(recipe, choice, catalogue.byId)} />
          </Disclosure>
        )}
      </div>
      <FactoryProfit recipe={recipe} choice={choice} pricingMode={pricingMode} />
      <RunFactory recipe={recipe} choice={choice} />
    </li>
  )
}

interface FactoryProfitProps extends FactoryCardProps {
  readonly choice: Choice
}

/** What the factory gains. It alone is drawn again when a price changes, which they do many times a second. */
function FactoryProfit({ recipe, choice, pricingMode }: FactoryProfitProps) {
  const { t } = useTranslation('factory')
  const { data: catalogue } = useCatalogue()
  const items = catalogue?.items ?? NO_ITEMS
  const rule = toFactoryRule(recipe)
  const prices = usePricesOf(itemsOf(rule, items))
  const pricing = usePricing(pricingMode, prices)
  const valueOf = (tried: Choice) => valueChoice(rule, items, tried, pricing)
  const isComplete = !choice.includes(null)
  const assumed = isComplete ? choice : bestChoice(recipe, choice, (tried) => valueOf(tried).profit)
  return (
    <div>
      <ProfitLine valuation={valueOf(assumed)} />
      {!isComplete && !assumed.includes(null) && <p className={styles['assumed']}>{t('best_choice')}</p>}
    </div>
  )
}

const NO_ITEMS: readonly ItemDefinition[] = []
