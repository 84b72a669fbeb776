import { HARVEST_PRIORITY_MAX } from '@clutch/contract/constants'
import type { HarvestSelection } from '@clutch/contract'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { AmountField } from '#shared/ui/AmountInput.tsx'
import { Button } from '#shared/ui/Button.tsx'
import styles from './ItemSettings.module.css'
import { useId } from 'react'

interface ItemSettingsProps {
  readonly name: string
  readonly selection: HarvestSelection
  readonly onChange: (changed: Partial<Omit<HarvestSelection, 'item_id'>>) => void
}

/** Priority, reserve and maximum in use of a selected item. */
export function ItemSettings({ name, selection: { priority, limit, max }, onChange }: ItemSettingsProps) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  return (
    <div className={styles['settings']}>
      <div className={styles['priority']}>
        <span className={styles['label']} title={t('priority_hint')}>
          {t('priority')}
        </span>
        <fieldset className={styles['stepper']} aria-label={t('of_item', { setting: t('priority'), name })}>
          <Button
            look="quiet"
            isIcon
            aria-label={t('priority_down', { name })}
            disabled={priority === 0}
            onClick={() => onChange({ priority: priority - 1 })}
          >
            <IconChevronDown size={16} />
          </Button>
          <output className={styles['value']}>{format.exact(priority)}</output>
          <Button
            look="quiet"
            isIcon
            aria-label={t('priority_up', { name })}
            disabled={priority === HARVEST_PRIORITY_MAX}
            onClick={() => onChange({ priority: priority + 1 })}
          >
            <IconChevronUp size={16} />
          </Button>
        </fieldset>
      </div>
      <NumberField
        label={t('limit')}
        name={t('of_item', { setting: t('limit'), name })}
        hint={t('limit_hint')}
        value={limit}
        onChange={(next) => onChange({ limit: next })}
      />
      <NumberField
        label={t('max')}
        name={t('of_item', { setting: t('max'), name })}
        hint={t('item_max_hint')}
        value={max}
        onChange={(next) => onChange({ max: next })}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly label: string
  /** A fuller label for screen readers. */
  readonly name?: string
  readonly hint?: string
  readonly value: number
  readonly max?: number
  readonly onChange: (value: number) => void
}

/** A whole number from 0; a text that is none counts as 0 (document 2 §5). */
export function NumberField({ label, name = label, hint, value, max, onChange }: NumberFieldProps) {
  const hintId = useId()
  return (
    <label className={styles['field']}>
      <span>
        {label}{' '}
        {hint !== undefined && (
          <span id={hintId} className={styles['hint']}>
            {hint}
          </span>
        )}
      </span>
      <AmountField
        value={value}
        max={max}
        aria-label={name}
        aria-describedby={hint === undefined ? undefined : hintId}
        className={styles['input']}
        fallback={0}
        onChange={(amount) => onChange(amount ?? 0)}
      />
    </label>
  )
}
