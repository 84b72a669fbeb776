import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useKeyedCommands } from '#shared/api/use-command.ts'
import { useDebounced } from '#shared/timing/debounce.ts'
import type { Channel } from '../api/channels.ts'
import { newestIdOf, type ChatState } from '../model/chat-log.ts'

/** Read marks are debounced, so that a lively channel does not cause a call per message. */
const SEND_DELAYS = { delayMs: 600, maxMs: 3_000 }

/**
 * Marks the shown channels as read while their newest messages are visible.
 * @returns each channel's mark when it was opened: later messages are new
 */
export function useReadMarks(
  state: ChatState,
  channels: readonly Channel[],
  isAtEnd: boolean,
): ReadonlyMap<string, number> {
  const commands = useKeyedCommands()
  const sent = useRef(new Map<string, number>())
  const [before, setBefore] = useState<ReadonlyMap<string, number>>(new Map())
  const unseen = channels.filter(({ ID }) => !before.has(ID))
  if (unseen.length > 0) {
    setBefore(new Map([...before, ...unseen.map(({ ID, last_read_id }) => [ID, last_read_id] as const)]))
  }
  const newest = channels.map(({ ID }) => newestIdOf(state, ID)).join(' ')
  const sendMarks = () => {
    if (!isAtEnd || document.hidden) return
    for (const { ID, last_read_id } of channels) {
      const id = newestIdOf(state, ID)
      if (id <= Math.max(last_read_id, sent.current.get(ID) ?? 0)) continue
      sent.current.set(ID, id)
      commands.send('POST /chat/read', { channel_id: ID, id }).catch(() => sent.current.delete(ID))
    }
  }
  const sending = useDebounced(sendMarks, SEND_DELAYS)
  const sendNow = useEffectEvent(sendMarks)
  // Closing the chat at once still marks what was visible.
  useEffect(() => () => sendNow(), [])
  useEffect(() => {
    const look = () => sending.request()
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the debounce is the same for the component's life
  }, [newest, isAtEnd])
  return before
}
