import { lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'
import { create } from 'zustand'
import { whenIdle } from '../timing/when-idle.ts'
import { loadPart, retryPartsNow } from './app-parts.ts'
import { PageFallback } from './PageFallback.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Parts that nobody has asked for yet, in the order in which they became known. */
const idleParts = new Set<() => Promise<unknown>>()
/** What the first view needs goes first. */
const IDLE_START_MS = 4_000
/** Whether the first view had its time. */
const useStart = create<{ readonly isOver: boolean }>()(() => ({ isOver: false }))
/** Browsers without idle callbacks load one part after such a pause. */
const IDLE_PAUSE_MS = 200

/** A component whose code loads when it is first shown, or before, when the browser has nothing else to do. */
export function lazyPart<Props>(load: Load<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(startOnce(load))
}

function startOnce<Props>(load: Load<Props>): () => Promise<{ readonly default: ComponentType<Props> }> {
  let started: Promise<{ readonly default: ComponentType<Props> }> | undefined
  const start = () => {
    idleParts.delete(start)
    started ??= loadPart(async () => ({ default: await load() }))
    return started
  }
  idleParts.add(start)
  return start
}

/** A page of the router. While its code is missing, its place says so, and the rest of the app goes on working. */
export function lazyPage(load: Load<object>): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const firstTry = Promise.withResolvers<void>()
  const start = startOnce(async () => {
    try {
      return await load()
    } finally {
      firstTry.resolve()
    }
  })
  const Part = lazy(start)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- each page is a component of its own
  const Page = () => (
    <Suspense fallback={<PageFallback />}>
      <Part />
    </Suspense>
  )
  // The router shows the page when this ends: a server that is away must not hold it back for good.
  return Object.assign(Page, {
    preload: () => {
      void start()
      return firstTry.promise
    },
  })
}

/** Whether the first view is past: what it does not need may begin. */
export function useIsIdle(): boolean {
  return useStart(({ isOver }) => isOver)
}

/** Loads, one by one, what may be pressed later: then it is there also while the server is away. */
export function loadPartsWhenIdle(): void {
  window.addEventListener('online', retryPartsNow)
  setTimeout(() => {
    useStart.setState({ isOver: true })
    loadNext()
  }, IDLE_START_MS)
}

function loadNext(): void {
  const [start] = idleParts
  if (start !== undefined) void start().then(() => whenIdle(loadNext, IDLE_PAUSE_MS))
  // Pages make known what they open once they are there themselves.
  else setTimeout(loadNext, IDLE_START_MS)
}
