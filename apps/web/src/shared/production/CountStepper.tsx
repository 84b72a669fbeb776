import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import styles from './CountStepper.module.css'

interface CountStepperProps {
  readonly label: string
  /** 0 while the field is empty. */
  readonly value: number
  readonly max: number
  readonly isDisabled?: boolean
  readonly onChange: (value: number) => void
}

/** A whole number from 1 to the maximum; what lies outside is brought inside (document 2 §5). */
export function CountStepper({ label, value, max, isDisabled = false, onChange }: CountStepperProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const clamp = (count: number) => Math.max(1, Math.min(count, Math.max(1, max)))
  return (
    <div className={styles['stepper']}>
      <Button
        look="quiet"
        isIcon
        aria-label={t('count.less')}
        disabled={isDisabled || value <= 1}
        onClick={() => onChange(clamp(value - 1))}
      >
        <IconMinus size={14} />
      </Button>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={Math.max(1, max)}
        step={1}
        aria-label={label}
        className={styles['input']}
        disabled={isDisabled}
        value={value === 0 ? '' : value}
        onChange={({ target }) => {
          const typed = Math.trunc(Number(target.value))
          onChange(target.value === '' || !Number.isFinite(typed) ? 0 : clamp(typed))
        }}
      />
      <Button
        look="quiet"
        isIcon
        aria-label={t('count.more')}
        disabled={isDisabled || value >= max}
        onClick={() => onChange(clamp(value + 1))}
      >
        <IconPlus size={14} />
      </Button>
      <button
        type="button"
        className={styles['max']}
        disabled={isDisabled || max < 1}
        onClick={() => onChange(clamp(max))}
      >
        {t('count.max', { amount: format.exact(max) })}
      </button>
    </div>
  )
}
