import type { CallResponse } from '@clutch/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useLiveEvent } from '#shared/live/live.ts'

const CHANNELS_KEY = ['moderated-channels']

export type ModeratedChannel = CallResponse<'GET /chat/channels'>['response'][number]

/** The public channels with their slow modes. */
export function useModeratedChannels() {
  const lang = useLanguage()
  const client = useQueryClient()
  useLiveEvent('chatChannelChanged', () => void client.invalidateQueries({ queryKey: CHANNELS_KEY }))
  return useQuery({
    queryKey: [...CHANNELS_KEY, lang],
    queryFn: async ({ signal }) => {
      const { response } = await callApi('GET /chat/channels', null, { signal, query: { lang } })
      return response.filter(({ user_uuid }) => user_uuid === null)
    },
  })
}

/** Sets the pause between two messages of a player; the live event refetches the channels. */
export function useSetSlowMode() {
  return useCommand('POST /chat/set-slow-mode')
}
