import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import type { SuggestionList } from '../hooks/use-suggestions.ts'
import styles from './Suggestions.module.css'

const TILE_SIZE = 24

interface SuggestionsProps {
  readonly id: string
  readonly suggestions: SuggestionList
  readonly onChoose: (index: number) => void
}

/** Suggested items or names; the composer handles the keys. */
export function Suggestions({ id, suggestions, onChoose }: SuggestionsProps) {
  const { t } = useTranslation('chat')
  const { data: catalogue } = useCatalogue()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the text, which no select allows
    <div id={id} role="listbox" aria-label={t('suggestions')} className={styles['list']}>
      {suggestions.list.map(({ label, insert, itemId }, index) => (
        <div
          key={insert}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={index === suggestions.active}
          tabIndex={-1}
          className={styles['option']}
          onMouseDown={(event) => {
            // The composer keeps the focus.
            event.preventDefault()
            onChoose(index)
          }}
        >
          {itemId !== undefined && <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />}
          {label}
        </div>
      ))}
    </div>
  )
}
