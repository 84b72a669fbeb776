/** The programs of a world: the game's server, and the store platform it calls. */
export type Program = 'platform' | 'server'

/** Requests to a process that runs the worlds of journeys; it handles one at a time. */
export type WorldRequest =
  | { readonly type: 'start'; readonly program: Program; readonly environment: Readonly<Record<string, string>> }
  | { readonly type: 'stop'; readonly program: Program }
  /** Of a store that no server has open. */
  | { readonly type: 'audit'; readonly folder: string }

/** The address of the started program, the violations found, or the reason of a failure. */
export type WorldAnswer = { readonly result: unknown } | { readonly problem: string }
