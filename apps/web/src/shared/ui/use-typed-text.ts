import { useState } from 'react'
import { useDebounced } from '../timing/debounce.ts'
import { lastTold, take, tell, type TypedText } from './typed-text.ts'

/** Typing is shown at once; what depends on it follows after this pause. */
const DEBOUNCE = { delayMs: 120 }

interface Reader<Value> {
  readonly value: Value
  /** What a text stands for; undefined when it stands for nothing yet, and nobody is told. */
  readonly read: (text: string) => Value | undefined
  readonly write: (value: Value) => string
  readonly onChange: (value: Value) => void
}

/** The text of a field and how to change it. Whoever reads the field is told after a pause; not a letter is lost meanwhile. */
export function useTypedText<Value>({
  value,
  read,
  write,
  onChange,
}: Reader<Value>): readonly [text: string, type: (text: string) => void] {
  const [kept, setKept] = useState<TypedText<Value>>(() => ({ text: write(value), value, told: [] }))
  const typed = take(kept, value, write)
  if (typed !== kept) setKept(typed)
  const telling = useDebounced(() => {
    const meant = read(typed.text)
    if (meant === undefined || meant === lastTold(typed)) return
    setKept((now) => tell(now, meant))
    onChange(meant)
  }, DEBOUNCE)
  const type = (text: string) => {
    setKept((now) => ({ ...now, text }))
    telling.request()
  }
  return [typed.text, type]
}
