import type { CallBody, CallResponse } from '@clutch/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isOutcomeUnknown } from './api-error.ts'
import { api } from './api.ts'
import type { CommandName } from './call-names.ts'

interface PendingAction {
  readonly action: string
  readonly key: string
}

interface CommandHandlers<Name extends CommandName> {
  readonly onSuccess?: (outcome: CallResponse<Name>) => void
  readonly onError?: (error: Error) => void
}

export interface Command<Name extends CommandName> {
  /** Ignored while a call is under way, so that one press cannot act twice. */
  readonly run: (name: Name, body: CallBody<Name>, handlers?: CommandHandlers<Name>) => void
  readonly isPending: boolean
  readonly error: Error | null
  readonly reset: () => void
}

/**
 * Sends commands, each under a fresh key. When no answer came and the player presses again for the same thing,
 * the old key goes along: if the first attempt did arrive, the server answers its outcome and acts no second time.
 */
export function useCommand<Name extends CommandName>(): Command<Name> {
  const unanswered = useRef<PendingAction | null>(null)
  const isUnderWay = useRef(false)
  const mutation = useMutation<CallResponse<Name>, Error, { name: Name; body: CallBody<Name> }>({
    mutationFn: async ({ name, body }) => {
      const action = JSON.stringify([name, body])
      const key = unanswered.current?.action === action ? unanswered.current.key : crypto.randomUUID()
      unanswered.current = { action, key }
      try {
        const outcome = await api.command(name, body, key)
        unanswered.current = null
        return outcome
      } catch (error) {
        if (!isOutcomeUnknown(error)) unanswered.current = null
        throw error
      }
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  return {
    run(name, body, handlers) {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutation.mutate({ name, body }, { ...handlers })
    },
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  }
}
