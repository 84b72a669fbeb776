/** A problem in a pack with its place. */
export interface ContentProblem {
  /** Path inside the pack folder, with `/`. */
  readonly file: string
  /** The entry, such as `item 1004` or `recipe 12`; null for the whole file. */
  readonly entry: string | null
  /** Dotted path inside the entry, such as `name.ru`; empty for the entry itself. */
  readonly field: string
  /** One English sentence. */
  readonly message: string
}

/** Renders a problem on one line: `items/ores.json, item 1004, name.ru: …`. */
export function formatProblem(problem: ContentProblem): string {
  const place = [problem.file, problem.entry, problem.field].filter((part) => part !== null && part !== '')
  return `${place.join(', ')}: ${problem.message}`
}
