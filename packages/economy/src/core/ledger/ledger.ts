import { AMOUNT_MAX, asAmount, type Amount, type AssetId, type OperationId, type UserId } from '../numbers.ts'
import { shortageOf, type Rejection } from '../rejection.ts'
import { fail, succeed, type Result } from '../result.ts'
import { WORLD, type AccountRef, type Balance, type LedgerSource, type Move } from './accounts.ts'
import type { AccountRole, OperationKind, OperationKinds } from './operation-kinds.ts'

/** One line of an operation: what happened to the user's free balance of an asset. */
export interface OperationLine {
  readonly asset: AssetId
  readonly change: number
  readonly after: Amount
}

/** One entry of a player's history (rules §1). */
export interface Operation {
  readonly id: OperationId
  readonly userId: UserId
  readonly kind: OperationKind
  readonly atMs: number
  /** Who caused it when not the player: an operator, or the world. */
  readonly actorId: UserId | undefined
  /** The lot, job or trade that caused it. */
  readonly causeId: string | undefined
  readonly lines: readonly OperationLine[]
}

/** A full balance after a command, so that applying it twice is harmless. */
export interface BalanceChange {
  readonly owner: UserId
  readonly asset: AssetId
  readonly free: number
  readonly held: number
  /** The owner's version after the change: larger than in any earlier change of theirs. */
  readonly version: number
}

/** What operations of one kind minted and burned of an asset. */
export interface WorldFlow {
  readonly kind: OperationKind
  readonly asset: AssetId
  readonly minted: number
  readonly burned: number
}

/** The outcome of a draft, applied and stored unchanged. */
export interface LedgerPosted {
  readonly type: 'ledger_posted'
  readonly operations: readonly Operation[]
  readonly changes: readonly BalanceChange[]
  /** What was minted and burned, by the kind of the participant's operation. */
  readonly flows: readonly WorldFlow[]
}

/** A participant of a posting, and the kind of operation it becomes in their history. */
export interface Participant {
  readonly id: OperationId
  readonly userId: UserId
  readonly kind: OperationKind
  readonly causeId: string | undefined
}

/** When a draft is posted, and who requested it. */
interface DraftContext {
  readonly nowMs: number
  readonly actorId: UserId
}

interface DraftBalance {
  readonly asset: AssetId
  free: number
  held: number
}

/**
 * The moves of one command before they are applied, and the only code that computes balances. Reads see earlier moves
 * of the same draft.
 */
export class LedgerDraft {
  readonly #operations: Operation[] = []
  readonly #flows: WorldFlow[] = []
  readonly #source: LedgerSource
  readonly #atMs: number
  readonly #actorId: UserId
  readonly #balances = new Map<UserId, Map<AssetId, DraftBalance>>()
  #hasMoved = false

  constructor(source: LedgerSource, { nowMs, actorId }: DraftContext) {
    this.#source = source
    this.#atMs = nowMs
    this.#actorId = actorId
  }

  /**
   * Posts moves as one operation per participant.
   * @returns the first shortage or overflow. The draft is then invalid and must be dropped.
   */
  post(participants: readonly Participant[], moves: readonly Move[]): Result<undefined, Rejection> {
    assertMovesAllowed(this.#source.operationKinds, participants, moves)
    const before = participants.map(() => new Map<AssetId, number>())
    for (const move of moves) {
      this.#rememberFree(participants, before, move)
      const rejection = this.#apply(move)
      if (rejection !== undefined) return fail(rejection)
      this.#rememberFlow(participants, move)
    }
    // An actor is recorded only if they are not a participant.
    const actorId = participants.some(({ userId }) => userId === this.#actorId) ? undefined : this.#actorId
    participants.forEach((participant, index) => {
      this.#record(participant, actorId, before[index] ?? new Map<AssetId, number>())
    })
    return succeed(undefined)
  }

  /** The free balance after this draft. */
  freeBalance(owner: UserId, asset: AssetId): number {
    return this.#balance(owner, asset).free
  }

  /** The draft as an event; none if nothing moved. Moves between holds change balances without being an operation. */
  toEvents(): LedgerPosted[] {
    if (!this.#hasMoved) return []
    const changes: BalanceChange[] = []
    for (const [owner, balances] of this.#balances) {
      const version = this.#source.versionOf(owner) + 1
      for (const { asset, free, held } of balances.values()) changes.push({ owner, asset, free, held, version })
    }
    return [{ type: 'ledger_posted', operations: this.#operations, changes, flows: this.#flows }]
  }

  #rememberFlow(participants: readonly Participant[], { from, to, asset, amount }: Move): void {
    if (from.owner !== WORLD && to.owner !== WORLD) return
    const other = from.owner === WORLD ? to.owner : from.owner
    const participant = participants.find(({ userId }) => userId === other) ?? participants[0]
    if (participant === undefined) return
    const isMinted = from.owner === WORLD
    const { kind } = participant
    this.#flows.push({ kind, asset, minted: isMinted ? amount : 0, burned: isMinted ? 0 : amount })
  }

  #apply(move: Move): Rejection | undefined {
    this.#hasMoved = true
    const from = this.#balance(move.from.owner, move.asset)
    const left = from[move.from.bucket] - move.amount
    if (move.from.owner !== WORLD && left < 0) return shortageOf(move.asset, asAmount(-left))
    if (left < -AMOUNT_MAX) return { code: 'amount_too_large' }
    from[move.from.bucket] = left
    const to = this.#balance(move.to.owner, move.asset)
    const grown = to[move.to.bucket] + move.amount
    if (grown > AMOUNT_MAX) return { code: 'amount_too_large' }
    to[move.to.bucket] = grown
    return undefined
  }

  #balance(owner: UserId, asset: AssetId): DraftBalance {
    let ofOwner = this.#balances.get(owner)
    if (ofOwner === undefined) {
      ofOwner = new Map()
      this.#balances.set(owner, ofOwner)
    }
    let balance = ofOwner.get(asset)
    if (balance === undefined) {
      const current: Balance = this.#source.balanceOf(owner, asset)
      balance = { asset, free: current.free, held: current.held }
      ofOwner.set(asset, balance)
    }
    return balance
  }

  #rememberFree(participants: readonly Participant[], before: readonly Map<AssetId, number>[], move: Move): void {
    participants.forEach((participant, index) => {
      const remembered = before[index]
      if (remembered === undefined || remembered.has(move.asset)) return
      if (touchesFree(move.from, participant.userId) || touchesFree(move.to, participant.userId)) {
        remembered.set(move.asset, this.#balance(participant.userId, move.asset).free)
      }
    })
  }

  #record(participant: Participant, actorId: UserId | undefined, before: ReadonlyMap<AssetId, number>): void {
    const lines: OperationLine[] = []
    for (const [asset, free] of before) {
      const after = this.#balance(participant.userId, asset).free
      if (after !== free) lines.push({ asset, change: after - free, after: asAmount(after) })
    }
    if (lines.length > 0) this.#operations.push({ ...participant, atMs: this.#atMs, actorId, lines })
  }
}

function touchesFree(account: AccountRef, userId: UserId): boolean {
  return account.bucket === 'free' && account.owner === userId
}

/**
 * Throws on a move that its kind does not allow or that is not positive: that is a bug in a rule, not a player's
 * mistake.
 */
function assertMovesAllowed(kinds: OperationKinds, participants: readonly Participant[], moves: readonly Move[]): void {
  for (const move of moves) {
    if (!(Number.isSafeInteger(move.amount) && move.amount > 0))
      throw new Error(`Invalid amount in a move: ${move.amount}`)
    const allowed = participants.some(({ userId, kind }) => {
      const { from, to } = kinds[kind]
      return from.includes(roleOf(move.from, userId)) && to.includes(roleOf(move.to, userId))
    })
    if (!allowed) throw new Error(`No participant's kind allows ${move.from.bucket} → ${move.to.bucket}`)
  }
}

function roleOf(account: AccountRef, userId: UserId): AccountRole {
  if (account.owner === WORLD) return 'world'
  return account.owner === userId ? account.bucket : 'other'
}
