/** Success. */
export const EXIT_OK = 0
/** The content has problems, which were printed. */
export const EXIT_PROBLEMS = 1
/** The command was not understood. */
export const EXIT_USAGE = 2

export interface Terminal {
  readonly print: (line: string) => void
  /** Base of relative paths. */
  readonly folder: string
}
