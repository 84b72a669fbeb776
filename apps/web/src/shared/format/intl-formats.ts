/** Creating a formatter takes milliseconds, so each is created once. */
const numbers = new Map<string, Intl.NumberFormat>()
const moments = new Map<string, Intl.DateTimeFormat>()

/** @param options from a small fixed set: every combination is cached */
export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const known = numbers.get(key) ?? new Intl.NumberFormat(language, options)
  numbers.set(key, known)
  return known
}

/** @param options from a small fixed set: every combination is cached */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const known = moments.get(key) ?? new Intl.DateTimeFormat(language, options)
  moments.set(key, known)
  return known
}
