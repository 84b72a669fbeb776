/** Everything is well. */
export const EXIT_OK = 0
/** The content has problems; they have been printed. */
export const EXIT_PROBLEMS = 1
/** The command was not understood. */
export const EXIT_USAGE = 2

export interface Terminal {
  readonly print: (line: string) => void
  /** Relative paths start here. */
  readonly folder: string
}
