/** A text that is being typed, whose reader is told of it after a pause and gives back the value it took from it. */
export interface TypedText<Value> {
  readonly text: string
  /** What the reader gave last. */
  readonly value: Value
  /** What the reader was told and has not given back yet, oldest first. */
  readonly told: readonly Value[]
}

/** What the reader has, or will have once all that it was told has come back. */
export function lastTold<Value>({ value, told }: TypedText<Value>): Value {
  return told.length === 0 ? value : (told.at(-1) as Value)
}

/** Notes what the reader is told. What it has already will not come back. */
export function tell<Value>(typed: TypedText<Value>, value: Value): TypedText<Value> {
  return { ...typed, told: value === typed.value ? [] : [...typed.told, value] }
}

/**
 * Takes what the reader gives. A value that it was told comes back late, when more may have been typed: that stays. Any
 * other is somebody else's, such as a search cleared or an address gone back to, and its text takes the place.
 */
export function take<Value>(typed: TypedText<Value>, value: Value, write: (value: Value) => string): TypedText<Value> {
  if (value === typed.value) return typed
  const at = typed.told.indexOf(value)
  return at === -1 ? { text: write(value), value, told: [] } : { ...typed, value, told: typed.told.slice(at + 1) }
}
