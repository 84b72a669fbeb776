import type { HarvestRecipe } from '@clutch/contract'
import type { Range } from '@clutch/economy'
import { SECOND_MS } from '@clutch/contract/formats'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { PricingModeChoice } from '#shared/production/PricingModeChoice.tsx'
import { ProfitLine } from '#shared/production/ProfitLine.tsx'
import { useDuration } from '#shared/production/use-duration.ts'
import { usePersistedChoice } from '#shared/production/use-persisted-choice.ts'
import { PRICING_MODES } from '#shared/production/valuation.ts'
import { useCalculation } from '../hooks/use-calculation.ts'
import type { Calculation as Figures } from '../model/estimate.ts'
import type { HarvestSetup } from '../model/setup.ts'
import blocks from './Block.module.css'
import styles from './Calculation.module.css'
import { ItemLine } from './ResultList.tsx'

interface CalculationProps {
  readonly recipe: HarvestRecipe
  readonly setup: HarvestSetup
}

/** What a run with the selected items comes to, by the rules themselves: time, multipliers, ranges and worth. */
export function Calculation({ recipe, setup }: CalculationProps) {
  const { t } = useTranslation('harvest')
  const titleId = useId()
  const [pricingMode, setPricingMode] = usePersistedChoice('priceAssumption', PRICING_MODES)
  const figures = useCalculation(recipe, setup, pricingMode)
  return (
    <section className={blocks['block']} aria-labelledby={titleId}>
      <div className={blocks['head']}>
        <h3 id={titleId} className={blocks['title']}>
          {t('calculation.title')}
        </h3>
        <PricingModeChoice value={pricingMode} onChange={setPricingMode} />
      </div>
      {figures === undefined ? (
        <p className={blocks['note']}>{t('calculation.empty')}</p>
      ) : (
        <>
          <Averages figures={figures} />
          <Ranges figures={figures} />
          <Worth figures={figures} />
        </>
      )}
    </section>
  )
}

function Averages({ figures: { estimate } }: { readonly figures: Figures }) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const duration = useDuration()
  const time = (ms: number) => duration(ms / SECOND_MS)
  const times = (multiplier: number) => `×${format.average(multiplier)}`
  return (
    <dl className={styles['averages']}>
      <Average label={t('calculation.time')} range={estimate.durationMs} write={time} />
      <Average label={t('calculation.loot')} range={estimate.lootMultiplier} write={times} />
      <Average label={t('calculation.speed')} range={estimate.speedMultiplier} write={times} />
    </dl>
  )
}

interface AverageProps {
  readonly label: string
  readonly range: Range
  readonly write: (value: number) => string
}

function Average({ label, range: { min, average, max }, write }: AverageProps) {
  return (
    <div className={styles['average']}>
      <dt>{label}</dt>
      <dd>
        {write(average)}
        {min < max && (
          <span className={styles['range']}>
            {write(min)} – {write(max)}
          </span>
        )}
      </dd>
    </div>
  )
}

function Ranges({ figures: { results } }: { readonly figures: Figures }) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  return (
    <ul className={styles['results']} aria-label={t('calculation.results')}>
      {results.map(({ itemId, min, average, max }) => (
        <li key={itemId}>
          <ItemLine itemId={itemId}>
            <span>{min === max ? format.average(min) : `${format.average(min)} – ${format.average(max)}`}</span>
            <span className={styles['mean']} title={t('calculation.mean')}>
              ⌀ {format.average(average)}
            </span>
          </ItemLine>
        </li>
      ))}
    </ul>
  )
}

function Worth({ figures: { worth, valuation } }: { readonly figures: Figures }) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const { perRun, perHour, unpricedCount } = worth
  return (
    <div className={styles['worth']}>
      <p title={format.exact(Math.round(perRun))}>
        <strong>{t('calculation.worth', { amount: format.price(Math.round(perRun)) })}</strong>{' '}
        <span>{t('calculation.worth_hour', { amount: format.price(Math.round(perHour)) })}</span>
      </p>
      {unpricedCount > 0 && (
        <p className={blocks['note']}>
          {t('calculation.unpriced', { count: unpricedCount, amount: format.exact(unpricedCount) })}
        </p>
      )}
      <ProfitLine valuation={valuation} />
    </div>
  )
}
