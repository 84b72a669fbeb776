/** One line of the bench: what, how much per second over the rounds, and against whom. */
export interface Figure {
  readonly what: string
  readonly perSecond: readonly number[]
}

/** A wanted relation between two figures of the same rounds. */
export interface Ratio {
  readonly what: string
  readonly of: Figure
  readonly to: Figure
  readonly wanted: number | undefined
}

/** The middle value; the mean of the two middle ones for an even number. */
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
  for (const { what, of, to, wanted } of ratios) {
    const value = median(of.perSecond.map((figure, round) => figure / (to.perSecond[round] ?? 1)))
    console.log(`  ${what.padEnd(52)} ${value.toFixed(2).padStart(12)} ×    ${verdict(value, wanted)}`)
  }
}

function verdict(value: number, wanted: number | undefined): string {
  if (wanted === undefined) return ''
  return `wanted ${wanted} ${value >= wanted ? '✓' : '✗'}`
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en')
}
