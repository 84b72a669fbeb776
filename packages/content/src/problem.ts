/** One thing wrong in a pack, placed so that an operator finds it without searching. */
export interface ContentProblem {
  /** Path inside the pack folder, with `/`. */
  readonly file: string
  /** What the entry is called, such as `item 1004` or `recipe 12`; `null` when the whole file is meant. */
  readonly entry: string | null
  /** Dotted path inside the entry, such as `name.ru`; empty when the entry itself is meant. */
  readonly field: string
  /** One English sentence. */
  readonly message: string
}

/** Renders a problem on one line: `items/ores.json, item 1004, name.ru: …`. */
export function formatProblem(problem: ContentProblem): string {
  const place = [problem.file, problem.entry, problem.field].filter((part) => part !== null && part !== '')
  return `${place.join(', ')}: ${problem.message}`
}
