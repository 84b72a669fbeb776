import type { ReadName } from './call-names.ts'

/** Each answer of the server says as of which message it is true at least. */
export const AS_OF_HEADER = 'x-as-of'
/** And of which version of the content it was made. */
export const CONTENT_HEADER = 'x-content'

/** Where to connect cannot be out of date, and of other items every answer tells by itself. */
const AGELESS = new Set<ReadName>(['GET /get-server', 'POST /v2/get-all-items'])

/** As of which message everything is true that was read. */
export class ResponseVersions {
  #oldest = Number.POSITIVE_INFINITY

  /** An answer that does not say is as old as can be. */
  note(name: ReadName, asOf: string | null): void {
    if (AGELESS.has(name)) return
    this.#oldest = Math.min(this.#oldest, asOf === null ? 0 : Number(asOf))
  }

  /** Forgets what was read so far: all of it is being read again. */
  reset(): void {
    this.#oldest = Number.POSITIVE_INFINITY
  }

  /** Whether nothing that was read is older than a message. */
  isNewerThan(messageId: number): boolean {
    return this.#oldest >= messageId
  }
}

/** Those of this page. */
export const responseVersions = new ResponseVersions()
