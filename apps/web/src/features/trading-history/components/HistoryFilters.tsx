import { MARKET_HISTORY_TYPES, type MarketHistoryType } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { ItemPicker } from '#shared/catalogue/ItemPicker.tsx'
import type { ViewChange } from '#shared/ui/use-address-view.ts'
import type { HistoryView } from '../model/history-view.ts'
import styles from './HistoryFilters.module.css'

interface HistoryFiltersProps {
  readonly view: HistoryView
  readonly onChange: (change: ViewChange<HistoryView>) => void
}

/** By item and by type; no type chosen shows all of them. */
export function HistoryFilters({ view, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation(['market', 'history'])
  const { data: catalogue } = useCatalogue()
  const toggle = (type: MarketHistoryType) =>
    onChange(({ types }) => ({
      types: types.includes(type) ? types.filter((each) => each !== type) : [...types, type],
    }))
  return (
    <div className={styles['filters']}>
      <ItemPicker
        label={t('history:filter.item')}
        items={catalogue?.items.filter(({ CanSell }) => CanSell) ?? []}
        value={view.itemId}
        onChange={(itemId) => onChange({ itemId })}
      />
      <fieldset className={styles['types']} aria-label={t('history:filter.types')}>
        {MARKET_HISTORY_TYPES.map((type) => (
          <button
            key={type}
            type="button"
            className={styles['type']}
            aria-pressed={view.types.includes(type)}
            onClick={() => toggle(type)}
          >
            {t(`history.types.${type}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
