import { useId } from 'react'
import styles from './AlertDialog.module.css'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly text: string }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One of a few, side by side; arrow keys move between them as between all radio buttons. */
export function Choice<Value extends string>({ label, choices, chosen, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      {choices.map(({ value, text }) => (
        <label key={value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
