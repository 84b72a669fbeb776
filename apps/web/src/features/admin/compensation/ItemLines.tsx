import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import styles from '../AdminPanel.module.css'
import { FormField } from '../FormField.tsx'
import { wholeNumber } from '../item-change.ts'
import type { Entry } from './request.ts'

interface ItemLinesProps {
  readonly items: Entry['items']
  readonly onChange: (items: Entry['items']) => void
}

/** Item ids and counts; empty lines are ignored. */
export function ItemLines({ items, onChange }: ItemLinesProps) {
  const { t } = useTranslation(['support', 'admin'])
  const nameOf = useItemName()
  return items.map((item, index) => {
    const itemId = wholeNumber(item.itemText) ?? 0
    const change = (changed: Partial<typeof item>) => onChange(items.with(index, { ...item, ...changed }))
    return (
      // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
      <div key={index} className={styles['entries']}>
        <FormField
          label={t('give.item_id', { number: index + 1 })}
          value={item.itemText}
          isWholeNumber
          hint={itemId === 0 ? '' : nameOf(itemId)}
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
