import type { MarketHistoryType } from '@clutch/contract/constants'
import { useId } from 'react'
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

const GROUPS = [
  { name: 'sold', types: ['sell_auto', 'sell_manual'] },
  { name: 'bought', types: ['buy_auto', 'buy_manual'] },
  { name: 'cancelled', types: ['cancel_sell', 'cancel_buy'] },
  { name: 'exchanged', types: ['exchange_to_steam', 'exchange_from_steam'] },
] as const satisfies readonly { readonly name: string; readonly types: readonly MarketHistoryType[] }[]

/** By item and by type; no type chosen shows all of them. The name of a type is that of its group and its own. */
export function HistoryFilters({ view, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('history')
  const { data: catalogue } = useCatalogue()
  const id = useId()
  const toggle = (type: MarketHistoryType) =>
    onChange(({ types }) => ({
      types: types.includes(type) ? types.filter((each) => each !== type) : [...types, type],
    }))
  return (
    <div className={styles['filters']}>
      <ItemPicker
        label={t('filter.item')}
        items={catalogue?.items.filter(({ CanSell }) => CanSell) ?? []}
        value={view.itemId}
        onChange={(itemId) => onChange({ itemId })}
      />
      <fieldset className={styles['types']} aria-label={t('filter.types')}>
        {GROUPS.map(({ name, types }) => (
          <div key={name} className={styles['group']}>
            <span id={id + name} className={styles['name']}>
              {t(`filter.groups.${name}`)}
            </span>
            {types.map((type) => (
              <button
                key={type}
                type="button"
                className={styles['type']}
                id={id + type}
                aria-labelledby={`${id}${name} ${id}${type}`}
                aria-pressed={view.types.includes(type)}
                onClick={() => toggle(type)}
              >
                {t(`filter.of_group.${type}`)}
              </button>
            ))}
          </div>
        ))}
      </fieldset>
    </div>
  )
}
