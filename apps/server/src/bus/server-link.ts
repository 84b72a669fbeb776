import { NoRespondersError, RequestError } from '@nats-io/transport-node'

/** Requests from one server to another. */
export interface ServerLink {
  readonly isConnected: boolean
  /**
   * Sends a request to the server that responds under the name.
   * @returns its response
   * @throws NoServerAnswers when there is none; MessageTooLarge; another error when the response does not arrive in time or the connection
   * breaks, which leaves open whether the request arrived
   */
  request(name: string, request: unknown, timeoutMs: number): Promise<unknown>
  /**
   * Responds to requests under a name. Everything published before a response arrives before it.
   * @param answer resolves to the response, or to undefined for none
   * @returns a function that stops responding
   */
  respond(name: string, answer: (request: unknown) => Promise<unknown>): () => void
}

/** No server responds under the name: the request has not arrived anywhere. */
export class NoServerAnswers extends Error {
  constructor() {
    super('No server answers this request')
    this.name = 'NoServerAnswers'
  }
}

/** NATS does not accept messages of this size (`max_payload`): the request has not been sent. */
export class MessageTooLarge extends Error {
  constructor(bytes: number) {
    super(`NATS does not accept messages of ${bytes} bytes`)
    this.name = 'MessageTooLarge'
  }
}

/** Whether NATS had nobody to deliver a request to. */
export function isNoResponders(error: unknown): boolean {
  return error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
}
