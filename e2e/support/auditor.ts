import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache, SHORT_LIVED } from '../../tools/short-lived.ts'

const PROGRAM = fileURLToPath(new URL('../../apps/server/tests/support/audit-stores.ts', import.meta.url))

/** A process that audits stores as long as this one lives. It holds nobody up who ends while nothing is asked. */
class Auditor {
  readonly #process = spawn(process.execPath, [...SHORT_LIVED, PROGRAM], {
    env: compileCache(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  readonly #answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
  #asked = 0

  async audit(folder: string): Promise<unknown> {
    this.#hold(1)
    this.#process.stdin.write(`${folder}\n`)
    const { value, done } = await this.#answers.next()
    this.#hold(-1)
    if (done === true) throw new Error(`The store in ${folder} could not be audited`)
    return JSON.parse(value) as unknown
  }

  /** Keeps this process waiting as long as there is something to wait for. */
  #hold(more: number): void {
    this.#asked += more
    for (const part of [this.#process, this.#process.stdin as Socket, this.#process.stdout as Socket]) {
      if (this.#asked > 0) part.ref()
      else part.unref()
    }
  }
}

let auditor: Auditor | undefined

/**
 * @param folder the store of a stopped server
 * @returns what the audit finds there: nothing, when all is well
 * @throws when the store cannot be opened or read; what is wrong is printed
 */
export function auditStore(folder: string): Promise<unknown> {
  auditor ??= new Auditor()
  return auditor.audit(folder)
}
