import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { testFilesFolder } from '../../tools/test-files.ts'
import type { Program } from '../../apps/server/tests/support/world-requests.ts'
import { startChild, type Child } from './child-process.ts'
import { checkIntegrity, startShared } from './shared-worlds.ts'

const PROGRAMS: Readonly<Record<Program, string>> = {
  platform: 'apps/platform-sim/src/main.ts',
  server: 'apps/server/src/main.ts',
}

export interface ClutchOptions {
  /** A world with history and traders, as `npm start` creates it; an empty one starts sooner. */
  readonly isLiving?: boolean
  /** Defaults to the demo game. */
  readonly contentFolder?: string
  /** Whether it runs in a shared process that outlives it. A shared world cannot be crashed. */
  readonly isShared?: boolean
  /** A prepared store; it is deleted with the rest at the end. */
  readonly dataFolder?: string
  /** Server settings that only this journey needs. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Copies the run's prepared empty store if it exists; scripts run without one. */
function makeFolder(): string {
  const folder = mkdtempSync(join(testFilesFolder(), 'clutch-e2e-'))
  const template = process.env['STORE_TEMPLATE']
  if (template !== undefined) cpSync(template, folder, { recursive: true })
  return folder
}

/** The server and the simulated platform as `npm start` runs them, with a separate store. */
export class Clutch {
  readonly #folder: string
  readonly #options: ClutchOptions
  #platform: Child | undefined
  #server: Child | undefined

  private constructor(options: ClutchOptions) {
    this.#options = options
    this.#folder = options.dataFolder ?? makeFolder()
  }

  static async start(options: ClutchOptions = {}): Promise<Clutch> {
    const clutch = new Clutch(options)
    await clutch.startPlatform('0')
    await clutch.startServer('0')
    return clutch
  }

  /** The address that players open. */
  get url(): string {
    if (this.#server === undefined) throw new Error('The server is not running')
    return this.#server.url
  }

  /** The port of the platform, where the server keeps sending requests. */
  get platformPort(): string {
    return new URL(this.#platform?.url ?? '').port
  }

  async startPlatform(port: string): Promise<void> {
    this.#platform = await this.#startProgram('platform', { PLATFORM_SIM_PORT: port, DATA_DIR: this.#folder })
  }

  /** Kills the platform; `startPlatform` with its old port brings it back. */
  async crashPlatform(): Promise<void> {
    await this.#platform?.end('SIGKILL')
  }

  async startServer(port: string): Promise<void> {
    this.#server = await this.#startProgram('server', {
      PORT: port,
      PLATFORM_SIM_PORT: this.platformPort,
      DATA_DIR: this.#folder,
      DEMO: this.#options.isLiving === true ? 'on' : 'off',
      ...(this.#options.contentFolder === undefined ? {} : { CONTENT_DIR: this.#options.contentFolder }),
      ...this.#options.settings,
    })
  }

  /** Kills the server; `startServer` with its old port brings it back. */
  async crashServer(): Promise<void> {
    await this.#server?.end('SIGKILL')
  }

  /** Stops everything and runs the integrity check. @returns its violations; none if all is well */
  async stop(): Promise<unknown> {
    await this.#endProcesses()
    const findings = await checkIntegrity(this.#folder)
    rmSync(this.#folder, { recursive: true, force: true })
    return findings
  }

  /** Stops everything without the integrity check, which a store filled by hand for a measurement would fail. */
  async discard(): Promise<void> {
    await this.#endProcesses()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #startProgram(program: Program, environment: Readonly<Record<string, string>>): Promise<Child> {
    if (this.#options.isShared === true) return startShared(program, environment)
    return startChild(PROGRAMS[program], environment)
  }

  async #endProcesses(): Promise<void> {
    await this.#server?.end('SIGTERM')
    await this.#platform?.end('SIGTERM')
  }
}
