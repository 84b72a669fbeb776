/** What makes a world: the game's server, and the store platform it asks. */
export type Program = 'platform' | 'server'

/** What a process that runs the worlds of journeys is asked. It does one thing at a time. */
export type WorldRequest =
  | { readonly type: 'start'; readonly program: Program; readonly environment: Readonly<Record<string, string>> }
  | { readonly type: 'stop'; readonly program: Program }
  /** Of a store that no server has open. */
  | { readonly type: 'audit'; readonly folder: string }

/** The address of what was started, what an audit finds, or why it could not be done. */
export type WorldAnswer = { readonly result: unknown } | { readonly problem: string }
