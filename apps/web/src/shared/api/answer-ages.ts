/** Each answer of the server says as of which message it is true at least. */
export const AS_OF_HEADER = 'x-as-of'
/** And of which version of the content it was made. */
export const CONTENT_HEADER = 'x-content'

/** As of which message everything is true that was read. */
export class AnswerAges {
  #oldest = Number.POSITIVE_INFINITY

  /** An answer that does not say is as old as can be. */
  note(asOf: string | null): void {
    this.#oldest = Math.min(this.#oldest, asOf === null ? 0 : Number(asOf))
  }

  /** Whether nothing that was read is older than a message. */
  isNewerThan(messageId: number): boolean {
    return this.#oldest >= messageId
  }
}

/** Those of this page. */
export const answerAges = new AnswerAges()
