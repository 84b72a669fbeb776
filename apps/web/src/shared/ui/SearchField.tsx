import { useState, type ReactNode } from 'react'
import { useAllTexts } from '../catalogue/catalogue.ts'
import styles from './SearchField.module.css'
import { pressedKey } from './keyboard.ts'
import { useTypedText } from './use-typed-text.ts'

interface SearchFieldProps {
  readonly icon: ReactNode
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The page's search: `/` focuses it, Escape clears it. */
export function SearchField({ icon, label, value, onChange }: SearchFieldProps) {
  const [text, type] = useTypedText({ value, read: (typed) => typed.trim(), write: (query) => query, onChange })
  const [isUsed, setUsed] = useState(value !== '')
  useAllTexts(isUsed)
  return (
    <label className={styles['field']}>
      {icon}
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        value={text}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setUsed(true)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          const key = pressedKey(event)
          if (key === 'Escape') type('')
          if ((key === 'ArrowDown' || key === 'Enter') && enterResults(event.currentTarget)) {
            event.preventDefault()
          }
        }}
      />
    </label>
  )
}

/**
 * Moves the focus from the search to its results: to a list with its own key handling, else to the first control.
 * Results are marked with `data-results`; those in the search's section come before others of the page.
 * @returns whether there was a result to focus
 */
function enterResults(field: HTMLElement): boolean {
  const results = field.closest('details, section, main')?.querySelector('[data-results]')
  const target = results?.matches('[tabindex="0"]')
    ? results
    : results?.querySelector('a[href], button:not(:disabled), input')
  if (!(target instanceof HTMLElement)) return false
  target.focus()
  // A list with its own cursor must show its position.
  if (target === results) target.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  return true
}
