import type { Bus } from '../bus/bus.ts'

/**
 * Presence messages between servers. A server responds to `ask` with all its players, sends heartbeats, and reports
 * changes.
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

/** A player who reconnects within this time did not go offline: reloading a page also closes its connection. */
export const ABSENCE_DELAY_MS = 5_000
/** How long changes are remembered: the lifetime of a connection token, whose holder is sent changes since then. */
const RECENT_MS = 30_000
const HERE_EVERY_MS = 5_000
/** A server that is silent for longer counts as stopped, and its players as offline. */
const SILENCE_MAX_MS = 16_000
/** Players per message, to limit its size. */
const USERS_PER_MESSAGE = 100

export interface PresenceOptions {
  readonly bus: Bus
  /** Id of this server. */
  readonly serverId: string
  readonly absenceDelayMs?: number | undefined
}

/** Tracks which players are online on any server; ignores short absences. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #usersOf = new Map<string, Set<string>>()
  readonly #heardAtMs = new Map<string, number>()
  readonly #leaving = new Map<string, NodeJS.Timeout>()
  readonly #listeners: ((userIds: readonly string[], isOnline: boolean) => void)[] = []
  /** Time of each player's latest change, oldest first. */
  readonly #changedAtMs = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(options: PresenceOptions) {
    this.#options = options
    options.bus.subscribe('presence', (message) => this.#take(message))
    this.#publish({ kind: 'ask' })
    this.#timer = setInterval(() => this.#tick(), HERE_EVERY_MS)
    this.#timer.unref()
  }

  isOnline(userId: string): boolean {
    for (const users of this.#usersOf.values()) if (users.has(userId)) return true
    return false
  }

  /** Players who came online or went offline within the last half minute. */
  lately(): string[] {
    this.#forgetChanges()
    return [...this.#changedAtMs.keys()]
  }

  /** Calls the listener for each player who comes online or goes offline on any server. */
  onChange(listen: (userIds: readonly string[], isOnline: boolean) => void): void {
    this.#listeners.push(listen)
  }

  /** A player's first connection to this server has opened. */
  come(userId: string): void {
    clearTimeout(this.#leaving.get(userId))
    this.#leaving.delete(userId)
    if (this.#own().has(userId)) return
    this.#publish({ kind: 'changed', userIds: [userId], isOnline: true })
  }

  /** A player's last connection to this server has closed. */
  leave(userId: string): void {
    const { absenceDelayMs = ABSENCE_DELAY_MS } = this.#options
    clearTimeout(this.#leaving.get(userId))
    const timer = setTimeout(() => {
      this.#leaving.delete(userId)
      this.#publish({ kind: 'changed', userIds: [userId], isOnline: false })
    }, absenceDelayMs)
    this.#leaving.set(userId, timer.unref())
  }

  /** This server stops: its players go offline here. */
  close(): void {
    clearInterval(this.#timer)
    for (const timer of this.#leaving.values()) clearTimeout(timer)
    this.#leaving.clear()
    this.#publish({ kind: 'gone' })
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

  #publish(message: { readonly kind: 'ask' | 'here' | 'gone' } | Omit<ChangedMessage, 'serverId'>): void {
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
      this.#publish({ kind: 'changed', userIds: users.slice(from, from + USERS_PER_MESSAGE), isOnline: true })
    }
  }

  /** Reports changes of presence. A player connected to another server as well has not changed. */
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
      if (Date.now() - atMs <= RECENT_MS) return
      this.#changedAtMs.delete(userId)
    }
  }

  #forget(serverId: string): void {
    this.#heardAtMs.delete(serverId)
    this.#change(serverId, [...this.#usersAt(serverId)], false)
    this.#usersOf.delete(serverId)
  }

  #tick(): void {
    this.#publish({ kind: 'here' })
    for (const [serverId, atMs] of this.#heardAtMs) {
      if (Date.now() - atMs > SILENCE_MAX_MS) this.#forget(serverId)
    }
  }
}

type ChangedMessage = Extract<PresenceMessage, { kind: 'changed' }>
