/** Text being typed, whose parsed value is emitted after a pause to an owner that passes it back. */
export interface TypedText<Value> {
  readonly text: string
  /** The owner's latest value. */
  readonly value: Value
  /** Values emitted and not yet passed back, oldest first. */
  readonly emitted: readonly Value[]
}

/** The owner's value once all emitted values have come back. */
export function lastEmitted<Value>({ value, emitted }: TypedText<Value>): Value {
  return emitted.length === 0 ? value : (emitted.at(-1) as Value)
}

/** Records an emitted value. The owner's current value will not come back. */
export function emit<Value>(typed: TypedText<Value>, value: Value): TypedText<Value> {
  return { ...typed, emitted: value === typed.value ? [] : [...typed.emitted, value] }
}

/**
 * Applies the owner's value. An emitted value may come back late, after more typing, so the text stays. Any other value
 * came from elsewhere, such as a cleared search or a history step, and replaces the text.
 */
export function receive<Value>(
  typed: TypedText<Value>,
  value: Value,
  write: (value: Value) => string,
): TypedText<Value> {
  if (value === typed.value) return typed
  const at = typed.emitted.indexOf(value)
  return at === -1
    ? { text: write(value), value, emitted: [] }
    : { ...typed, value, emitted: typed.emitted.slice(at + 1) }
}
