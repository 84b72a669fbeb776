import type { ReadName } from './call-names.ts'

/** The latest message that a response includes. */
export const AS_OF_HEADER = 'x-as-of'
/** The content version that a response was made from. */
export const CONTENT_HEADER = 'x-content'

/** Never outdated: where to connect. Items: every response carries its content version. */
const AGELESS = new Set<ReadName>(['GET /get-server', 'POST /v2/get-all-items'])

/** The oldest message version among all responses that the page shows. */
export class ResponseVersions {
  #oldest = Number.POSITIVE_INFINITY

  /** Records a response; one without a version counts as version 0. */
  note(name: ReadName, asOf: string | null): void {
    if (AGELESS.has(name)) return
    this.#oldest = Math.min(this.#oldest, asOf === null ? 0 : Number(asOf))
  }

  /** Resets before everything is refetched. */
  reset(): void {
    this.#oldest = Number.POSITIVE_INFINITY
  }

  /** Whether every response includes the messages up to this one. */
  isNewerThan(messageId: number): boolean {
    return this.#oldest >= messageId
  }
}

/** The page's instance. */
export const responseVersions = new ResponseVersions()
