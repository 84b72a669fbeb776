import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllTexts, useCatalogue } from '#shared/catalogue/catalogue.ts'
import pickers from '#shared/catalogue/ItemPicker.module.css'
import { createSearch } from '#shared/catalogue/search.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './AdminPanel.module.css'
import { FieldFrame, type FieldFrameProps } from './FormField.tsx'
import { wholeNumber } from './item-change.ts'

const SUGGESTED_MAX = 20
const TILE_SIZE = 24

interface ItemIdFieldProps extends Pick<FieldFrameProps, 'label' | 'problemId'> {
  /** The typed id. */
  readonly value: string
  readonly onChange: (text: string) => void
}

/** An item's id, typed, or chosen from the items whose names are typed in any language. */
export function ItemIdField({ label, value, onChange, problemId }: ItemIdFieldProps) {
  const { t } = useTranslation('admin')
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const items = catalogue?.items ?? []
  const id = wholeNumber(value)
  const [isOpen, setOpen] = useState(false)
  const isName = value.trim() !== '' && id === undefined
  useAllTexts(isName)
  return (
    <Autocomplete.Root
      items={items.map(({ Itemdefid }) => Itemdefid)}
      // An id needs no suggestions, and an open list hides the rest of the page from screen readers.
      open={isOpen && isName}
      onOpenChange={setOpen}
      value={value}
      onValueChange={onChange}
      itemToStringValue={String}
      filter={(itemId, query) => {
        const item = catalogue?.byId.get(itemId)
        return item !== undefined && createSearch(query, items)(item)
      }}
      limit={SUGGESTED_MAX}
      autoHighlight
    >
      <FieldFrame label={label} hint={hintOf()} problemId={problemId}>
        {(attributes) => <Autocomplete.Input {...attributes} className={styles['input']} autoComplete="off" />}
      </FieldFrame>
      <Autocomplete.Portal>
        <Autocomplete.Positioner align="start" sideOffset={4} className={pickers['positioner']}>
          <Autocomplete.Popup className={pickers['popup']}>
            <Autocomplete.List className={pickers['list']} aria-label={t('items.item')}>
              {(itemId: number) => (
                <Autocomplete.Item key={itemId} value={itemId} className={pickers['item']}>
                  <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
                  {`${nameOf(itemId)} (${itemId})`}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )

  function hintOf(): string {
    if (isName) return t('items.choose')
    return id === undefined || id === 0 ? t('items.id_or_name') : nameOf(id)
  }
}
