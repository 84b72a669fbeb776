import type { HarvestRecipe, HarvestSelection } from '@clutch/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import blocks from './Block.module.css'
import { SlotItem } from './SlotItem.tsx'
import styles from './SlotSection.module.css'

interface SlotSectionProps {
  readonly slot: HarvestRecipe['items_slots'][number]
  readonly selections: readonly HarvestSelection[]
  readonly experience: Readonly<Record<string, number>>
  /** Whether the player tried to start without an item in this slot. */
  readonly isComplaining: boolean
  readonly onToggle: (itemId: number) => void
  readonly onChange: (itemId: number, changed: Partial<Omit<HarvestSelection, 'item_id'>>) => void
}

/** A slot and the items that it takes; any number of them may be selected. */
export function SlotSection({ slot, selections, experience, isComplaining, onToggle, onChange }: SlotSectionProps) {
  const { t } = useTranslation('harvest')
  const language = useLanguage()
  const format = useFormat()
  const titleId = useId()
  return (
    <section className={blocks['block']} aria-labelledby={titleId}>
      <div className={blocks['head']}>
        <h3 id={titleId} className={blocks['title']}>
          {slot.names[language]}
        </h3>
        {isComplaining ? (
          <p className={blocks['complaint']} role="alert">
            {t('select_items')}
          </p>
        ) : (
          <p className={blocks['note']}>
            {t('selected', {
              amount: format.exact(selections.length),
              total: format.exact(slot.available_items.length),
            })}
          </p>
        )}
      </div>
      <ul className={styles['items']}>
        {slot.available_items.map((item) => (
          <SlotItem
            key={item.item_id}
            item={item}
            selection={selections.find(({ item_id }) => item_id === item.item_id)}
            experience={experience[item.item_id] ?? 0}
            onToggle={() => onToggle(item.item_id)}
            onChange={(changed) => onChange(item.item_id, changed)}
          />
        ))}
      </ul>
    </section>
  )
}
