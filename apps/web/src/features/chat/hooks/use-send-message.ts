import { useEffect, useRef } from 'react'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'
import { newActionKey } from '#shared/api/action-key.ts'
import { api } from '#shared/api/api.ts'
import { createKeyedCommands } from '#shared/api/keyed-commands.ts'
import type { ChatLog } from '../model/chat-log.ts'

/** A message that the server rejected: its text returns to the composer. */
export interface Refusal {
  readonly channelId: string
  readonly text: string
  readonly error: Error
}

/** Outside the component, like the drafts, so that their keys survive the panel. */
const commands = createKeyedCommands(api.command)

/**
 * Sends messages; each is listed at once. One whose response was lost stays with a retry under the same key, so that it
 * is never posted twice. One rejected after the chat was closed stays in the list, with the reason.
 */
export function useSendMessage(log: ChatLog, onRefused: (refusal: Refusal) => void) {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const send = (key: string, channelId: string, text: string) => {
    log.addDraft({ key, channelId, text, error: undefined })
    commands.send('POST /chat/send', { channel_id: channelId, text }).then(
      ({ message }) => {
        log.dropDraft(key)
        log.take(message)
      },
      (error: Error) => {
        if (isOutcomeUnknown(error) || !isOpen.current) return log.failDraft(key, error)
        log.dropDraft(key)
        onRefused({ channelId, text, error })
      },
    )
  }
  return {
    send: (channelId: string, text: string) => send(newActionKey(), channelId, text),
    retry: (draft: { readonly key: string; readonly channelId: string; readonly text: string }) =>
      send(draft.key, draft.channelId, draft.text),
  }
}
