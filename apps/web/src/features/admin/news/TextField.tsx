import type { Language } from '@clutch/contract/constants'
import { useId } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import panel from '../AdminPanel.module.css'
import { fallbackOf, type TypedTexts } from './draft.ts'
import styles from './News.module.css'

interface TextFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly texts: TypedTexts
  readonly language: Language
  readonly maxLength: number
  /** For multi-line text. */
  readonly rows?: number
  readonly onEdit: (texts: TypedTexts) => void
}

/** A text in the selected language; while empty it shows what players of that language read instead. */
export function TextField({ label, isLabelHidden = false, texts, language, rows, onEdit, ...rest }: TextFieldProps) {
  const id = useId()
  const field = {
    ...rest,
    id,
    lang: language,
    value: texts[language],
    placeholder: fallbackOf(texts, language),
    onChange: ({ target }: { target: { value: string } }) => onEdit({ ...texts, [language]: target.value }),
  }
  return (
    <div className={panel['entry']}>
      {/* Next to the field: a label around a text area would include its content in its name. */}
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {rows === undefined ? (
        <input className={panel['input']} {...field} />
      ) : (
        <textarea className={classNames(panel['input'], styles['area'])} rows={rows} {...field} />
      )}
    </div>
  )
}
