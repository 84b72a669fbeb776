/** One line of output: a measurement with its rounds. */
export interface Figure {
  readonly what: string
  readonly perSecond: readonly number[]
}

/** A target ratio between two figures of the same rounds. */
export interface Ratio {
  readonly what: string
  readonly of: Figure
  readonly to: Figure
  readonly target: number | undefined
}

/** The median; the mean of the two middle values for an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

export function printFigures(title: string, figures: readonly Figure[], ratios: readonly Ratio[]): void {
  console.log(`\n${title}`)
  for (const { what, perSecond } of figures) {
    const [low, high] = [Math.min(...perSecond), Math.max(...perSecond)]
    console.log(
      `  ${what.padEnd(52)} ${format(median(perSecond)).padStart(12)} /s   (${format(low)} – ${format(high)})`,
    )
  }
  for (const { what, of, to, target } of ratios) {
    const value = median(of.perSecond.map((figure, round) => figure / (to.perSecond[round] ?? 1)))
    console.log(`  ${what.padEnd(52)} ${value.toFixed(2).padStart(12)} ×    ${verdict(value, target)}`)
  }
}

function verdict(value: number, target: number | undefined): string {
  if (target === undefined) return ''
  return `target ${target} ${value >= target ? '✓' : '✗'}`
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en')
}
