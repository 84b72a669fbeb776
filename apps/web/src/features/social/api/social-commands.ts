import type { CallResponse } from '@clutch/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, NETWORK_ERROR } from '#shared/api/api-error.ts'
import { useKeyedCommands } from '#shared/api/use-command.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { SOCIAL_KEY } from './waiting.ts'
import { recentDeclines } from '../model/recent-declines.ts'
import { openTrade } from '../model/social-store.ts'
import { setTrade } from './social-events.ts'

/** A player as named in the lists. */
export interface NamedUser {
  readonly user_uuid: string
  readonly name: string
}

const FRIEND_CALLS = {
  invite: 'POST /social/send-friend-invite',
  accept: 'POST /social/accept-friend-invite',
  decline: 'POST /social/decline-friend-invite',
  cancel: 'POST /social/cancel-invitation',
  remove: 'POST /social/remove-friend',
} as const
const USER_CALLS = { block: 'POST /social/block-user', unblock: 'POST /social/unblock-user' } as const

type FriendAct = keyof typeof FRIEND_CALLS
type UserAct = keyof typeof USER_CALLS
export type SocialAct = FriendAct | UserAct | 'trade' | 'declineTrade'

/** Actions of the panel's buttons. Each press is one call; failures are reported (document 2 §8). */
export function useSocialCommands() {
  const { t } = useTranslation('social')
  const errorText = useErrorText()
  const client = useQueryClient()
  const commands = useKeyedCommands()
  const [running, setRunning] = useState<readonly string[]>([])

  const run = async <Answer>(act: SocialAct, id: string, send: () => Promise<Answer>): Promise<Answer | undefined> => {
    const key = `${act}/${id}`
    if (running.includes(key)) return undefined
    setRunning((before) => [...before, key])
    try {
      return await send()
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.code !== NETWORK_ERROR
      showToast(isAnswered ? errorText(error) : t(`failed.${act}`), 'error')
      return undefined
    } finally {
      setRunning((before) => before.filter((each) => each !== key))
      if (act !== 'trade') void client.invalidateQueries({ queryKey: SOCIAL_KEY })
    }
  }
  const befriend = (act: FriendAct, user: NamedUser) => {
    if (act === 'decline') recentDeclines.note(user.user_uuid, user.name)
    return run(act, user.user_uuid, () => commands.send(FRIEND_CALLS[act], { friend_uuid: user.user_uuid }))
  }
  return {
    isRunning: (act: SocialAct, id: string) => running.includes(`${act}/${id}`),
    befriend,
    block: (act: UserAct, user: NamedUser) =>
      run(act, user.user_uuid, () => commands.send(USER_CALLS[act], { user_uuid: user.user_uuid })),
    trade: async (user: NamedUser) => {
      const answer = await run('trade', user.user_uuid, () =>
        commands.send('POST /social/create-trade', { user_uuid: user.user_uuid }),
      )
      if (answer === undefined) return
      setTrade(client, answer.trade)
      openTrade(answer.trade)
    },
    declineTrade: async ({ id, opponent_uuid, opponent_name }: CallResponse<'POST /social/create-trade'>['trade']) => {
      recentDeclines.note(opponent_uuid, opponent_name)
      const answer = await run('declineTrade', id, () => commands.send('POST /social/decline-trade', { id }))
      if (answer !== undefined) setTrade(client, answer.trade)
    },
  }
}

export type SocialCommands = ReturnType<typeof useSocialCommands>
