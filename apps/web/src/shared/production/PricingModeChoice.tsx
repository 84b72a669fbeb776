import { useTranslation } from 'react-i18next'
import styles from './PricingModeChoice.module.css'
import { PRICING_MODES, type PricingMode } from './valuation.ts'

interface PricingModeChoiceProps {
  readonly value: PricingMode
  readonly onChange: (pricingMode: PricingMode) => void
}

/** The prices used for profits. */
export function PricingModeChoice({ value, onChange }: PricingModeChoiceProps) {
  const { t } = useTranslation('production')
  return (
    <fieldset className={styles['choice']} aria-label={t('pricing_mode.label')}>
      {PRICING_MODES.map((pricingMode) => (
        <button
          key={pricingMode}
          type="button"
          className={styles['option']}
          aria-pressed={pricingMode === value}
          title={t(`pricing_mode.${pricingMode}_hint`)}
          onClick={() => onChange(pricingMode)}
        >
          {t(`pricing_mode.${pricingMode}`)}
        </button>
      ))}
    </fieldset>
  )
}
