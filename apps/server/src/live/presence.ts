import type { Bus } from '../bus/bus.ts'

/**
 * Who is connected, as servers tell each other. A server answers `ask` with everybody on it, says that it is there
 * now and then, and what changes.
 */
export type PresenceMessage = { readonly serverId: string } & (
  | { readonly kind: 'changed'; readonly userIds: readonly string[]; readonly isOnline: boolean }
  | { readonly kind: 'ask' | 'here' | 'gone' }
)

declare module '../bus/message.ts' {
  interface BusMessages {
    readonly presence: PresenceMessage
  }
}

/** Whoever comes back within this was never gone: a page that loads anew closes its connection, too. */
export const ABSENCE_DELAY_MS = 5_000
/** A connection is promised this long ahead: whoever opens one hears of what changed since. */
const LATELY_MS = 30_000
const HERE_EVERY_MS = 5_000
/** A server that is silent for longer has died, and nobody is connected to it. */
const SILENCE_MAX_MS = 16_000
/** Players of one message: a message of a bus has a size. */
const USERS_PER_MESSAGE = 100

export interface PresenceOptions {
  readonly bus: Bus
  /** This server among all. */
  readonly serverId: string
  readonly absenceDelayMs?: number | undefined
}

/** Who has a live connection open, on whatever server; a short absence is none. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #usersOf = new Map<string, Set<string>>()
  readonly #heardAtMs = new Map<string, number>()
  readonly #leaving = new Map<string, NodeJS.Timeout>()
  readonly #listeners: ((userIds: readonly string[], isOnline: boolean) => void)[] = []
  /** When somebody came or went, of those who did lately; oldest first. */
  readonly #changedAtMs = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(options: PresenceOptions) {
    this.#options = options
    options.bus.subscribe('presence', (message) => this.#take(message))
    this.#tell({ kind: 'ask' })
    this.#timer = setInterval(() => this.#tick(), HERE_EVERY_MS)
    this.#timer.unref()
  }

  isOnline(userId: string): boolean {
    for (const users of this.#usersOf.values()) if (users.has(userId)) return true
    return false
  }

  /** Everybody who came or went within the last half minute. */
  lately(): string[] {
    this.#forgetChanges()
    return [...this.#changedAtMs.keys()]
  }

  /** Hears of everybody who comes or goes, on whatever server. */
  onChange(listen: (userIds: readonly string[], isOnline: boolean) => void): void {
    this.#listeners.push(listen)
  }

  /** Somebody has a connection to this server. */
  come(userId: string): void {
    clearTimeout(this.#leaving.get(userId))
    this.#leaving.delete(userId)
    if (this.#own().has(userId)) return
    this.#tell({ kind: 'changed', userIds: [userId], isOnline: true })
  }

  /** Somebody has none to this server any more. */
  leave(userId: string): void {
    const { absenceDelayMs = ABSENCE_DELAY_MS } = this.#options
    clearTimeout(this.#leaving.get(userId))
    const timer = setTimeout(() => {
      this.#leaving.delete(userId)
      this.#tell({ kind: 'changed', userIds: [userId], isOnline: false })
    }, absenceDelayMs)
    this.#leaving.set(userId, timer.unref())
  }

  /** Everybody who is connected here is gone with this server. */
  close(): void {
    clearInterval(this.#timer)
    for (const timer of this.#leaving.values()) clearTimeout(timer)
    this.#leaving.clear()
    this.#tell({ kind: 'gone' })
  }

  #own(): Set<string> {
    return this.#usersAt(this.#options.serverId)
  }

  #usersAt(serverId: string): Set<string> {
    const known = this.#usersOf.get(serverId)
    if (known !== undefined) return known
    const users = new Set<string>()
    this.#usersOf.set(serverId, users)
    return users
  }

  #tell(message: { readonly kind: 'ask' | 'here' | 'gone' } | Omit<ChangedMessage, 'serverId'>): void {
    this.#options.bus.publish('presence', { ...message, serverId: this.#options.serverId })
  }

  #take(message: PresenceMessage): void {
    const { serverId, kind } = message
    const isOwn = serverId === this.#options.serverId
    if (!isOwn) this.#heardAtMs.set(serverId, Date.now())
    if (kind === 'changed') this.#change(serverId, message.userIds, message.isOnline)
    else if (kind === 'gone') this.#forget(serverId)
    else if (kind === 'ask' && !isOwn) this.#answer()
  }

  #answer(): void {
    const users = [...this.#own()]
    for (let from = 0; from < users.length; from += USERS_PER_MESSAGE) {
      this.#tell({ kind: 'changed', userIds: users.slice(from, from + USERS_PER_MESSAGE), isOnline: true })
    }
  }

  /** Tells what is another now: somebody who is connected elsewhere, too, neither came nor went. */
  #change(serverId: string, userIds: readonly string[], isOnline: boolean): void {
    const users = this.#usersAt(serverId)
    const before = new Set(userIds.filter((userId) => this.isOnline(userId)))
    for (const userId of userIds) {
      if (isOnline) users.add(userId)
      else users.delete(userId)
    }
    const changed = userIds.filter((userId) => before.has(userId) !== this.isOnline(userId))
    this.#forgetChanges()
    for (const userId of changed) {
      this.#changedAtMs.delete(userId)
      this.#changedAtMs.set(userId, Date.now())
    }
    if (changed.length > 0) for (const listen of this.#listeners) listen(changed, isOnline)
  }

  #forgetChanges(): void {
    for (const [userId, atMs] of this.#changedAtMs) {
      if (Date.now() - atMs <= LATELY_MS) return
      this.#changedAtMs.delete(userId)
    }
  }

  #forget(serverId: string): void {
    this.#heardAtMs.delete(serverId)
    this.#change(serverId, [...this.#usersAt(serverId)], false)
    this.#usersOf.delete(serverId)
  }

  #tick(): void {
    this.#tell({ kind: 'here' })
    for (const [serverId, atMs] of this.#heardAtMs) {
      if (Date.now() - atMs > SILENCE_MAX_MS) this.#forget(serverId)
    }
  }
}

type ChangedMessage = Extract<PresenceMessage, { kind: 'changed' }>
