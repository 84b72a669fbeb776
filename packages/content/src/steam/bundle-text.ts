import { parseBundle } from '../bundle-string.ts'
import type { ItemCount } from '../pack.ts'

/** Weights with more decimal places than this are rounded. */
const DECIMALS_MAX = 6
const ENTRY = /^(\d{1,16})(?:\s*x\s*(\d{1,16})(?:\.(\d+))?)?$/i

export interface BundleText {
  readonly entries: readonly ItemCount[]
  /** Why it could not be read. */
  readonly problem?: string
  /** One English sentence per dropped part. */
  readonly leftOut: readonly string[]
  /** One English sentence per change. */
  readonly notes: readonly string[]
}

/**
 * Reads the property `bundle` of a definition. Weights of a generator may be decimals: all of them are multiplied by the
 * same power of ten. A quantity in a bundle must be whole. Parts with a count of 0 grant nothing and are dropped.
 */
export function readBundleText(type: 'bundle' | 'generator', text: string): BundleText {
  const leftOut: string[] = []
  const notes: string[] = []
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const read = parts.map((part) => ({ part, match: ENTRY.exec(part) }))
  const decimals = Math.min(
    DECIMALS_MAX,
    Math.max(0, ...read.map(({ match }) => (match?.[3] ?? '').replace(/0+$/, '').length)),
  )
  if (type === 'generator' && decimals > 0) {
    notes.push(`Its weights have decimals; all are multiplied by ${10 ** decimals}.`)
  }
  const whole = read.flatMap(({ part, match }) => {
    if (match === null) return part
    const [, id = '', count = '1', fraction = ''] = match
    if (type === 'bundle' && /[1-9]/.test(fraction)) {
      leftOut.push(`"${part}" is not a whole quantity.`)
      return []
    }
    const scaled = type === 'generator' ? count + fraction.slice(0, decimals).padEnd(decimals, '0') : count
    if (/^0+$/.test(scaled)) {
      leftOut.push(`"${part}" has a count of 0.`)
      return []
    }
    return `${id}x${scaled.replace(/^0+/, '')}`
  })
  const parsed = parseBundle(whole.join(';'))
  if (!parsed.ok) return { entries: [], problem: parsed.message, leftOut, notes }
  return { entries: parsed.entries, leftOut, notes }
}
