import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Toasts } from '../ui/Toasts.tsx'
import { toastManager } from '../ui/toast-store.ts'
import { ApiError } from './api-error.ts'
import { FreshQueryClient } from './fresh-query-client.ts'
import { useApiMutation } from './use-command.ts'

const KEY = ['lots']
const MOVED = new ApiError('market_moved', 'The market moved', {}, 409)

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { errors: {} } } })
  // Their chunk takes longer to load on a busy machine than a toast is shown.
  await import('../ui/ToastList.tsx')
})
beforeEach(() => toastManager.close())

interface Setting {
  readonly outcome: Promise<unknown>
  readonly errors?: 'inline' | 'toast'
}

function Form({ outcome, errors = 'toast' }: Setting) {
  const { mutate, error, reset } = useApiMutation({ mutationFn: () => outcome, errors, invalidates: [KEY] })
  return (
    <>
      <button type="button" onClick={() => mutate(undefined)}>
        Send
      </button>
      <button type="button" onClick={reset}>
        Close
      </button>
      {errors === 'inline' && <p role="alert">{error?.message}</p>}
    </>
  )
}

function Page({
  reads,
  isOpen = true,
  ...setting
}: Setting & { readonly reads: () => void; readonly isOpen?: boolean }) {
  useQuery({
    queryKey: KEY,
    queryFn() {
      reads()
      return 0
    },
  })
  return isOpen && <Form {...setting} />
}

async function renderForm(setting: Setting) {
  let readCount = 0
  const client = new FreshQueryClient()
  const draw = (isOpen: boolean) => (
    <QueryClientProvider client={client}>
      <Page {...setting} isOpen={isOpen} reads={() => (readCount += 1)} />
      <Toasts />
    </QueryClientProvider>
  )
  const screen = await render(draw(true))
  return {
    screen,
    send: () => screen.getByRole('button', { name: 'Send' }).click(),
    reset: () => screen.getByRole('button', { name: 'Close' }).click(),
    unmount: () => screen.rerender(draw(false)),
    readCount: () => readCount,
  }
}

const toastTexts = () =>
  Array.from(document.querySelectorAll('[data-toasts] > [role=group]'), ({ textContent }) => textContent)

test('a mutation refetches the queries that it invalidates', async () => {
  const { send, readCount } = await renderForm({ outcome: Promise.resolve() })
  await expect.poll(readCount).toBe(1)
  await send()
  await expect.poll(readCount).toBe(2)
})

test('a failed mutation shows a toast', async () => {
  const { send } = await renderForm({ outcome: failure() })
  await send()
  await expect.poll(toastTexts).toEqual(['The market moved'])
})

test('a failed mutation of a form shows in the form alone', async () => {
  const { screen, send } = await renderForm({ outcome: failure(), errors: 'inline' })
  await send()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The market moved')
  expect(toastTexts()).toEqual([])
})

test.each(['reset', 'unmount'] as const)('a failure after %s of its form shows as a toast', async (end) => {
  const { promise, reject } = Promise.withResolvers<unknown>()
  const form = await renderForm({ outcome: promise, errors: 'inline' })
  await form.send()
  await form[end]()
  reject(MOVED)
  await expect.poll(toastTexts).toEqual(['The market moved'])
})

function failure(): Promise<unknown> {
  const failed = Promise.reject(MOVED)
  failed.catch(() => undefined)
  return failed
}
