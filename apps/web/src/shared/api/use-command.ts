import type { CallBody, CallResponse } from '@clutch/contract'
import {
  useMutation,
  useQueryClient,
  type MutationFunction,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useErrorText } from '../i18n/use-error-text.ts'
import { showToast, type ToastTone } from '../ui/toast-store.ts'
import { api } from './api.ts'
import type { CommandName } from './call-names.ts'
import { createKeyedCommands, type KeyedCommands } from './keyed-commands.ts'
import { otherTabs } from './query-client.ts'

/** What a mutation makes stale, and where its failures show. */
interface MutationEffects {
  /** Refetched after a success. */
  readonly invalidates?: readonly QueryKey[]
  /** Refetched after a failure, which often means that the page was out of date. */
  readonly invalidatesOnError?: readonly QueryKey[]
  /** Refetched in the browser's other tabs after a success, for changes without a live event. */
  readonly invalidatesInOtherTabs?: readonly QueryKey[]
  /**
   * `inline` only in a form or dialog that stays open, shows `error` itself and lets the player correct it; if it was
   * closed meanwhile, the failure shows as a toast. `toast` everywhere else.
   */
  readonly errors?: 'inline' | 'toast'
}

type ApiMutationOptions<Input, Outcome> = MutationEffects &
  Pick<UseMutationOptions<Outcome, Error, Input>, 'retry' | 'onSuccess' | 'onError'> & {
    readonly mutationFn: MutationFunction<Outcome, Input>
    /** The toast of a failure; by default the text of its error. */
    readonly describeError?: (error: Error, input: Input) => string | undefined
    readonly errorTone?: ToastTone
    /** Whether it stays pending until its queries are refetched; true by default. */
    readonly awaitsRefetch?: boolean
  }

/** A mutation declared with what it invalidates. Lives in an `api` file; components only call it. */
export function useApiMutation<Input, Outcome>({
  invalidates = [],
  invalidatesOnError = [],
  invalidatesInOtherTabs = [],
  errors = 'toast',
  errorTone = 'error',
  describeError,
  awaitsRefetch = true,
  mutationFn,
  onSuccess,
  onError,
  ...options
}: ApiMutationOptions<Input, Outcome>): UseMutationResult<Outcome, Error, Input> {
  const client = useQueryClient()
  const errorText = useErrorText()
  const isShown = useRef(false)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  const refetch = async (keys: readonly QueryKey[]): Promise<void> => {
    const refetched = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    if (awaitsRefetch) await refetched
  }
  const mutation = useMutation<Outcome, Error, Input>({
    ...options,
    async mutationFn(...call) {
      isShown.current = true
      return mutationFn(...call)
    },
    async onSuccess(...outcome) {
      await onSuccess?.(...outcome)
      for (const queryKey of invalidatesInOtherTabs) otherTabs.invalidate(queryKey)
      await refetch(invalidates)
    },
    async onError(...failure) {
      const [error, input] = failure
      if (errors === 'toast' || !isShown.current)
        showToast(describeError?.(error, input) ?? errorText(error), errorTone)
      await onError?.(...failure)
      await refetch(invalidatesOnError)
    },
  })
  return {
    ...mutation,
    reset() {
      isShown.current = false
      mutation.reset()
    },
  }
}

/** Keyed commands; lost responses are remembered while the component is mounted. */
export function useKeyedCommands(): KeyedCommands {
  const [commands] = useState(() => createKeyedCommands(api.command))
  return commands
}

interface CommandHandlers<Name extends CommandName> {
  readonly onSuccess?: (outcome: CallResponse<Name>) => void
  readonly onError?: (error: Error) => void
  /** The toast of a failure; by default the text of its error. */
  readonly describeError?: (error: Error) => string
}

interface CommandState {
  readonly isPending: boolean
  readonly error: Error | null
  readonly reset: () => void
}

interface CommandOptions<Name extends CommandName> extends MutationEffects {
  readonly errorTone?: ToastTone
  /** Writes the response to the cache; runs even if the component is unmounted by then. */
  readonly onSuccess?: (outcome: CallResponse<Name>) => void
}

/** The command of one button: pending while it runs, and its error until the next press. */
export function useCommand<Name extends CommandName>(name: Name, options: CommandOptions<Name> = {}) {
  const { run, ...state } = useCommands<Name>(options)
  return {
    ...state,
    /** Ignored while a call is running, so that one press cannot act twice. */
    run: (body: CallBody<Name>, handlers?: CommandHandlers<Name>) => run(name, body, handlers),
  }
}

interface Commands<Name extends CommandName> extends CommandState {
  readonly run: (name: Name, body: CallBody<Name>, handlers?: CommandHandlers<Name>) => void
}

/** Several commands of which only one runs at a time, such as the buttons of one page. */
export function useCommands<Name extends CommandName>(options: CommandOptions<Name> = {}): Commands<Name> {
  const commands = useKeyedCommands()
  const isUnderWay = useRef(false)
  const { onSuccess, ...effects } = options
  const mutation = useApiMutation<SentCommand<Name>, CallResponse<Name>>({
    ...effects,
    awaitsRefetch: false,
    async mutationFn({ name, body }) {
      try {
        return await commands.send(name, body)
      } finally {
        isUnderWay.current = false
      }
    },
    ...(onSuccess !== undefined && { onSuccess }),
    describeError: (error, { describeError }) => describeError?.(error),
  })
  return {
    run(name, body, { describeError, ...handlers } = {}) {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutation.mutate({ name, body, describeError }, handlers)
    },
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  }
}

interface SentCommand<Name extends CommandName> {
  readonly name: Name
  readonly body: CallBody<Name>
  readonly describeError: CommandHandlers<Name>['describeError']
}
