import { describe, expect, it } from 'vitest'
import type { Command } from '../../core/command.ts'
import { HOUR_MS } from '../../core/time.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { fuzzBlocking, fuzzSocial } from '../../../testing/fuzz-social.ts'
import { statusOf } from './pair.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
type SocialType =
  | 'send_friend_invite'
  | 'accept_friend_invite'
  | 'decline_friend_invite'
  | 'cancel_invitation'
  | 'remove_friend'
  | 'block_user'
  | 'unblock_user'

function withUsers(count = 2): SampleEconomy {
  return new SampleEconomy(Array.from({ length: count }, (_, index) => userNumber(index + 1)))
}

/** @returns what the two players see now, or the rejection's code. */
function run(economy: SampleEconomy, type: SocialType, userId = ANNA, otherId = BORIS): string {
  const command: Command = { type, userId, otherId }
  const outcome = economy.run(command)
  expect(findViolations(economy.world)).toEqual([])
  if (!outcome.ok) return outcome.error.code
  return `${statusOf(economy.world.social.side(userId, otherId))}/${statusOf(economy.world.social.side(otherId, userId))}`
}

/** What was sent to each, in the order of the events. */
function sentStatuses(economy: SampleEconomy, type: SocialType, userId = ANNA, otherId = BORIS): string[] {
  const outcome = economy.run({ type, userId, otherId })
  if (!outcome.ok) return [outcome.error.code]
  return outcome.value.flatMap((event) =>
    event.type === 'friendship_changed' && event.sentStatus !== null
      ? [`${event.userId === ANNA ? 'anna' : 'boris'} ${event.sentStatus}`]
      : [],
  )
}

describe('friends', () => {
  it('write the same rows for an invitation to a player who blocks the sender, and broadcast nothing', () => {
    const invite = (isBlocked: boolean) => {
      const economy = withUsers()
      if (isBlocked) economy.run({ type: 'block_user', userId: BORIS, otherId: ANNA })
      const outcome = economy.run({ type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
      return outcome.ok ? outcome.value.flatMap((event) => (event.type === 'friendship_changed' ? [event] : [])) : []
    }
    const [blocked, open] = [invite(true), invite(false)]
    expect(blocked.map(({ userId }) => userId)).toEqual(open.map(({ userId }) => userId))
    expect(blocked.at(-1)).toMatchObject({ userId: BORIS, sentStatus: null, side: { blocks: true } })
  })

  it('start with an invitation and end with a removal', () => {
    const economy = withUsers()
    expect(run(economy, 'send_friend_invite')).toBe('pending/pending')
    expect(run(economy, 'accept_friend_invite', BORIS, ANNA)).toBe('accepted/accepted')
    // Friends since the acceptance, not since the invitation.
    expect(economy.world.social.side(ANNA, BORIS).sinceMs).toBe(economy.nowMs)
    expect(economy.world.social.side(BORIS, ANNA).sinceMs).toBe(economy.nowMs)
    expect(run(economy, 'send_friend_invite')).toBe('already_friends')
    expect(run(economy, 'remove_friend', BORIS, ANNA)).toBe('deleted/deleted')
    expect(run(economy, 'remove_friend')).toBe('not_friends')
  })

  it('result from crossing invitations', () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite')
    expect(run(economy, 'send_friend_invite', BORIS, ANNA)).toBe('accepted/accepted')
  })

  it('cannot be invited twice, nor invite themselves', () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite')
    expect(economy.run({ type: 'send_friend_invite', userId: ANNA, otherId: BORIS })).toEqual({ ok: true, value: [] })
    for (const type of ['send_friend_invite', 'remove_friend', 'block_user', 'unblock_user'] as const) {
      expect(economy.run({ type, userId: ANNA, otherId: ANNA })).toEqual({ ok: false, error: { code: 'oneself' } })
    }
  })

  it('are accepted and declined by the recipient and cancelled by the sender only', () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite')
    expect(run(economy, 'accept_friend_invite')).toBe('invitation_not_found')
    expect(run(economy, 'decline_friend_invite')).toBe('invitation_not_found')
    expect(run(economy, 'cancel_invitation', BORIS, ANNA)).toBe('invitation_not_found')
    expect(sentStatuses(economy, 'cancel_invitation')).toEqual(['anna none', 'boris none'])
  })

  it('cannot be invited again for seven days by a player they declined, but may invite them', () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite')
    expect(sentStatuses(economy, 'decline_friend_invite', BORIS, ANNA)).toEqual(['boris declined', 'anna declined'])
    economy.nowMs += 7 * 24 * HOUR_MS - 2
    expect(run(economy, 'send_friend_invite')).toBe('too_soon')
    expect(run(economy, 'send_friend_invite')).toBe('pending/pending')
    run(economy, 'decline_friend_invite', BORIS, ANNA)
    expect(run(economy, 'send_friend_invite', BORIS, ANNA)).toBe('pending/pending')
    expect(run(economy, 'accept_friend_invite')).toBe('accepted/accepted')
    run(economy, 'remove_friend', BORIS, ANNA)
    expect(run(economy, 'send_friend_invite')).toBe('pending/pending')
  })
})

describe('the limits', () => {
  it('do not block players after the clock was set back', () => {
    const economy = withUsers(40)
    const invite = (number: number) => run(economy, 'send_friend_invite', ANNA, userNumber(number))
    for (let number = 2; number <= 21; number += 1) expect(invite(number)).toBe('pending/pending')
    run(economy, 'decline_friend_invite', userNumber(21), ANNA)
    economy.nowMs -= 3 * HOUR_MS
    expect(invite(22)).toBe('pending/pending')
    expect(invite(21)).toBe('pending/pending')
  })

  it('allow 20 invitations per hour and 30 pending', () => {
    const economy = withUsers(40)
    const invite = (number: number) => run(economy, 'send_friend_invite', ANNA, userNumber(number))
    for (let number = 2; number <= 21; number += 1) expect(invite(number)).toBe('pending/pending')
    expect(invite(22)).toBe('too_many_requests')
    const [firstMs = 0] = economy.world.account(ANNA).social.inviteTimesMs
    economy.nowMs = firstMs + HOUR_MS - 2
    expect(invite(22)).toBe('too_many_requests')
    expect(invite(22)).toBe('pending/pending')
    economy.nowMs += HOUR_MS
    for (let number = 23; number <= 31; number += 1) expect(invite(number)).toBe('pending/pending')
    expect(economy.run({ type: 'send_friend_invite', userId: ANNA, otherId: userNumber(32) })).toEqual({
      ok: false,
      error: { code: 'too_many_requests', limit: 'pending', max: 30 },
    })
    run(economy, 'cancel_invitation', ANNA, userNumber(2))
    expect(invite(32)).toBe('pending/pending')
  })

  it('allow 300 friends on either side', () => {
    const economy = withUsers(3)
    economy.world.account(BORIS).social.friends = 300
    expect(economy.run({ type: 'send_friend_invite', userId: BORIS, otherId: ANNA })).toMatchObject({
      error: { limit: 'friends' },
    })
    economy.run({ type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
    const accept: Command = { type: 'accept_friend_invite', userId: BORIS, otherId: ANNA }
    expect(economy.run(accept)).toMatchObject({ error: { limit: 'friends' } })
    economy.world.account(BORIS).social.friends = 0
    economy.world.account(ANNA).social.friends = 300
    expect(economy.run(accept)).toMatchObject({ error: { code: 'too_many_requests', limit: 'their_friends' } })
  })

  it('allow 500 blocks', () => {
    const economy = withUsers()
    economy.world.account(ANNA).social.blocks = 500
    expect(economy.run({ type: 'block_user', userId: ANNA, otherId: BORIS })).toMatchObject({
      error: { code: 'too_many_requests', limit: 'blocks', max: 500 },
    })
  })
})

describe('a block', () => {
  it('looks like a removal to the blocked friend', () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite')
    run(economy, 'accept_friend_invite', BORIS, ANNA)
    expect(sentStatuses(economy, 'block_user')).toEqual(['anna blocked', 'boris deleted'])
    expect(run(economy, 'block_user')).toBe('blocked/deleted')
    expect(run(economy, 'send_friend_invite')).toBe('user_blocked')
  })

  it("leaves the blocked player's invitation pending on their side only, also after the block", () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite', BORIS, ANNA)
    expect(sentStatuses(economy, 'block_user')).toEqual(['anna blocked'])
    expect(run(economy, 'accept_friend_invite')).toBe('invitation_not_found')
    expect(sentStatuses(economy, 'unblock_user')).toEqual(['anna none'])
    expect(run(economy, 'accept_friend_invite')).toBe('invitation_not_found')
    expect(sentStatuses(economy, 'cancel_invitation', BORIS, ANNA)).toEqual(['boris none'])
  })

  it("cancels the blocker's own invitation", () => {
    const economy = withUsers()
    run(economy, 'send_friend_invite')
    expect(sentStatuses(economy, 'block_user')).toEqual(['anna blocked', 'boris none'])
    expect(run(economy, 'accept_friend_invite', BORIS, ANNA)).toBe('invitation_not_found')
  })

  it('leaves a removed friendship when lifted', () => {
    const economy = withUsers()
    expect(run(economy, 'unblock_user')).toBe('user_not_blocked')
    run(economy, 'block_user')
    expect(run(economy, 'unblock_user')).toBe('deleted/none')
  })

  it("lets a hidden invitation cross the blocker's own, since its sender sees it as pending", () => {
    const economy = withUsers()
    run(economy, 'block_user')
    run(economy, 'send_friend_invite', BORIS, ANNA)
    run(economy, 'unblock_user')
    expect(run(economy, 'send_friend_invite')).toBe('accepted/accepted')
  })
})

describe('random friendships and trades', () => {
  it('keep all invariants across restarts', () => {
    expect(fuzzSocial('social', 2_000).completed).toBeGreaterThan(10)
  })

  it('never reveal the difference between a block and a removal', () => {
    const live = (): void => {
      for (let index = 0; index < 60; index += 1) fuzzBlocking(`blocking-${index}`, 40)
    }
    expect(live).not.toThrow()
  })
})
