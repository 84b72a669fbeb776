import { useState } from 'react'
import { useDebounced } from '../timing/debounce.ts'
import { lastEmitted, receive, emit, type TypedText } from './typed-text.ts'

/** Typing shows at once; the emitted value follows after this pause. */
const DEBOUNCE = { delayMs: 120 }

interface Reader<Value> {
  readonly value: Value
  /** Parses the text; undefined while it has no value, and nothing is emitted. */
  readonly read: (text: string) => Value | undefined
  readonly write: (value: Value) => string
  readonly onChange: (value: Value) => void
}

/**
 * The text of a field and its setter. The parsed value is emitted after a pause, without losing what is typed
 * meanwhile.
 */
export function useTypedText<Value>({
  value,
  read,
  write,
  onChange,
}: Reader<Value>): readonly [text: string, type: (text: string) => void] {
  const [kept, setKept] = useState<TypedText<Value>>(() => ({ text: write(value), value, emitted: [] }))
  const typed = receive(kept, value, write)
  if (typed !== kept) setKept(typed)
  const emission = useDebounced(() => {
    const meant = read(typed.text)
    if (meant === undefined || meant === lastEmitted(typed)) return
    setKept((now) => emit(now, meant))
    onChange(meant)
  }, DEBOUNCE)
  const type = (text: string) => {
    setKept((now) => ({ ...now, text }))
    emission.request()
  }
  return [typed.text, type]
}
