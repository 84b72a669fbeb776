import { useTranslation } from 'react-i18next'
import styles from './DealingChoice.module.css'
import { DEALINGS, type Dealing } from './valuation.ts'

interface DealingChoiceProps {
  readonly value: Dealing
  readonly onChange: (dealing: Dealing) => void
}

/** At which prices profits are counted. */
export function DealingChoice({ value, onChange }: DealingChoiceProps) {
  const { t } = useTranslation('production')
  return (
    <fieldset className={styles['choice']} aria-label={t('dealing.label')}>
      {DEALINGS.map((dealing) => (
        <button
          key={dealing}
          type="button"
          className={styles['option']}
          aria-pressed={dealing === value}
          title={t(`dealing.${dealing}_hint`)}
          onClick={() => onChange(dealing)}
        >
          {t(`dealing.${dealing}`)}
        </button>
      ))}
    </fieldset>
  )
}
