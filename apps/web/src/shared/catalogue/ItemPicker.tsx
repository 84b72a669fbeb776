import { Combobox } from '@base-ui/react/combobox'
import type { ItemDefinition } from '@clutch/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ItemTile } from '../ui/ItemTile.tsx'
import styles from './ItemPicker.module.css'
import { useAllTexts } from './catalogue.ts'
import { createSearch } from './search.ts'
import { useItemName } from './use-item-name.ts'

/** A longer list is not useful; typing narrows it. */
const SHOWN_MAX = 80
const TILE_SIZE = 24
const ALL_ITEMS = 0

interface ItemPickerProps {
  readonly label: string
  readonly items: readonly ItemDefinition[]
  /** The chosen item's id; null shows all. */
  readonly value: number | null
  readonly onChange: (itemId: number | null) => void
}

/** A searchable dropdown of items with an option for all. */
export function ItemPicker({ label, items, value, onChange }: ItemPickerProps) {
  const { t } = useTranslation()
  const nameOf = useItemName()
  useAllTexts(true)
  const byId = new Map(items.map((item) => [item.Itemdefid, item]))
  const labelOf = (itemId: number) => (itemId === ALL_ITEMS ? t('picker.all') : nameOf(itemId))
  return (
    <Combobox.Root
      items={[ALL_ITEMS, ...byId.keys()]}
      value={value ?? ALL_ITEMS}
      onValueChange={(itemId) => onChange(itemId === ALL_ITEMS ? null : itemId)}
      itemToStringLabel={labelOf}
      filter={(itemId, query) => {
        const item = byId.get(itemId)
        return item === undefined ? query.trim() === '' : createSearch(query, items)(item)
      }}
      limit={SHOWN_MAX}
      autoHighlight
    >
      <div className={styles['field']}>
        <Combobox.Input aria-label={label} placeholder={label} className={styles['input']} />
        <Combobox.Trigger aria-label={t('picker.open')} className={styles['trigger']}>
          <IconChevronDown size={16} />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className={styles['positioner']}>
          <Combobox.Popup className={styles['popup']} aria-label={label}>
            <Combobox.Empty className={styles['none']}>{t('picker.none')}</Combobox.Empty>
            <Combobox.List className={styles['list']}>
              {(itemId: number) => (
                <Combobox.Item key={itemId} value={itemId} className={styles['item']}>
                  {itemId !== ALL_ITEMS && <ItemTile item={byId.get(itemId)} size={TILE_SIZE} />}
                  {labelOf(itemId)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
