import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import styles from './Field.module.css'

interface CountFieldProps {
  readonly value: string
  readonly max: number
  readonly onChange: (value: string) => void
}

export function CountField({ value, max, onChange }: CountFieldProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const id = useId()
  return (
    <div className={styles['field']}>
      <div className={styles['label']}>
        <label htmlFor={id}>{t('trade.count')}</label>
        {max > 0 && (
          <button type="button" className={styles['fill']} onClick={() => onChange(String(max))}>
            {t('trade.max', { amount: format.quantity(max) })}
          </button>
        )}
      </div>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        value={value}
        className={styles['input']}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
