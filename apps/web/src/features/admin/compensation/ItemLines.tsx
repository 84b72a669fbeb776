import { useTranslation } from 'react-i18next'
import styles from '../AdminPanel.module.css'
import { FormField } from '../FormField.tsx'
import { ItemIdField } from '../ItemIdField.tsx'
import type { Entry } from './request.ts'

interface ItemLinesProps {
  readonly items: Entry['items']
  readonly onChange: (items: Entry['items']) => void
}

/** Item ids and counts; empty lines are ignored. */
export function ItemLines({ items, onChange }: ItemLinesProps) {
  const { t } = useTranslation(['support', 'admin'])
  return items.map((item, index) => {
    const change = (changed: Partial<typeof item>) => onChange(items.with(index, { ...item, ...changed }))
    return (
      // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
      <div key={index} className={styles['entries']}>
        <ItemIdField
          label={t('give.item_id', { number: index + 1 })}
          value={item.itemText}
          onChange={(itemText) => change({ itemText })}
        />
        <FormField
          label={t('give.count', { number: index + 1 })}
          value={item.countText}
          isWholeNumber
          onChange={(countText) => change({ countText })}
        />
      </div>
    )
  })
}
