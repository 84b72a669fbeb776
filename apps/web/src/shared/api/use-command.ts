import type { CallBody, CallResponse } from '@clutch/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from './api.ts'
import type { CommandName } from './call-names.ts'
import { createKeyedCommands, type KeyedCommands } from './keyed-commands.ts'

/** Keyed commands; lost responses are remembered while the component is mounted. */
export function useKeyedCommands(): KeyedCommands {
  const [commands] = useState(() => createKeyedCommands(api.command))
  return commands
}

interface CommandHandlers<Name extends CommandName> {
  readonly onSuccess?: (outcome: CallResponse<Name>) => void
  readonly onError?: (error: Error) => void
}

export interface Command<Name extends CommandName> {
  /** Ignored while a call is running, so that one press cannot act twice. */
  readonly run: (name: Name, body: CallBody<Name>, handlers?: CommandHandlers<Name>) => void
  readonly isPending: boolean
  readonly error: Error | null
  readonly reset: () => void
}

/** The command of one button: pending while it runs, and its error until the next press. */
export function useCommand<Name extends CommandName>(): Command<Name> {
  const commands = useKeyedCommands()
  const isUnderWay = useRef(false)
  const mutation = useMutation<CallResponse<Name>, Error, { name: Name; body: CallBody<Name> }>({
    mutationFn: ({ name, body }) => commands.send(name, body),
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
