import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { AmountField } from '../ui/AmountInput.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './CountStepper.module.css'

interface CountStepperProps {
  readonly label: string
  /** 0 while the field holds no amount. */
  readonly value: number
  readonly max: number
  readonly isDisabled?: boolean
  /** Whether a popup opens with the focus on this field. */
  readonly isFirst?: boolean
  readonly onChange: (value: number) => void
}

/** A whole amount from 1 to the maximum; values outside are clamped (document 2 §5). */
export function CountStepper({ label, value, max, isDisabled = false, isFirst = false, onChange }: CountStepperProps) {
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
      <AmountField
        value={value === 0 ? null : value}
        min={1}
        max={Math.max(1, max)}
        isFirst={isFirst}
        aria-label={label}
        className={styles['input']}
        disabled={isDisabled}
        onChange={(amount) => onChange(amount === null || Number.isNaN(amount) ? 0 : amount)}
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
