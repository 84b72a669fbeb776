import type { ItemDefinition } from '@clutch/contract'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../ui/class-names.ts'
import { useTagChoice, type ChangeTags } from './use-tag-choice.ts'
import styles from './TagFilter.module.css'

interface TagFilterProps {
  readonly label: string
  readonly items: readonly ItemDefinition[]
  readonly chosen: readonly string[]
  readonly onChange: ChangeTags
}

/** Selects tags. Selected ones leave the suggestions and can be removed. */
export function TagFilter({ label, items, chosen, onChange }: TagFilterProps) {
  const { t } = useTranslation('market')
  const choice = useTagChoice({ items, chosen, onChange })
  return (
    <div className={styles['filter']}>
      <ul className={styles['chips']} aria-label={t('list.tags_chosen')}>
        {chosen.map((tag) => (
          <li key={tag} className={styles['chip']}>
            {choice.nameOf(tag)}
            <button
              type="button"
              className={styles['remove']}
              aria-label={t('list.remove_tag', { tag: choice.nameOf(tag) })}
              onClick={() => choice.remove(tag)}
            >
              <IconX size={12} />
            </button>
          </li>
        ))}
      </ul>
      <input
        role="combobox"
        className={styles['input']}
        placeholder={label}
        aria-label={label}
        aria-expanded={choice.isOpen}
        aria-controls={choice.listId}
        aria-autocomplete="list"
        aria-activedescendant={
          choice.isOpen && choice.active !== undefined ? choice.optionId(choice.active) : undefined
        }
        autoComplete="off"
        value={choice.text}
        onChange={(event) => choice.type(event.target.value)}
        onFocus={choice.open}
        onBlur={choice.close}
        onClick={choice.open}
        onKeyDown={choice.handleKey}
      />
      <div
        id={choice.listId}
        // A native list cannot be filtered by typing.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        className={styles['list']}
        aria-label={label}
        hidden={!choice.isOpen}
      >
        {choice.suggestions.map((tag) => (
          // Focus stays in the input, which handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={tag}
            id={choice.optionId(tag)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            aria-selected={tag === choice.active}
            className={classNames(styles['item'], tag === choice.active && styles['active'])}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choice.add(tag)}
          >
            {choice.nameOf(tag)}
          </div>
        ))}
      </div>
      {choice.isOpen && choice.suggestions.length === 0 && <p className={styles['none']}>{t('list.no_tags')}</p>}
    </div>
  )
}
