import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { create } from 'zustand'
import { whenIdle } from '../timing/when-idle.ts'
import { loadChunk, retryChunksNow } from './chunk-loading.ts'
import { PageFallback } from './PageFallback.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Chunks and texts not requested yet, in order of registration. */
const idleChunks = new Set<() => Promise<unknown>>()
/** Idle loading starts this late, so that the first view loads before it. */
const IDLE_START_MS = 4_000
/** Whether the first view has had its time. */
const useStart = create<{ readonly isOver: boolean }>()(() => ({ isOver: false }))
/** Pause between two chunks in browsers without idle callbacks. */
const IDLE_PAUSE_MS = 200

/** A component in a separate chunk. `preload` requests it before it is shown. */
export interface LazyChunk<Props> {
  (props: Props): ReactNode
  readonly preload: () => Promise<unknown>
}

/** A component whose chunk loads when first shown, or earlier when the browser is idle. */
export function lazyChunk<Props extends object>(load: Load<Props>): LazyChunk<Props> {
  const code = new Code(load)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- each chunk is a separate component
  const Part = (props: Props) => <Loaded code={code} props={props} />
  return Object.assign(Part, { preload: code.start })
}

interface LoadedProps<Props> {
  readonly code: Code<Props>
  readonly props: Props
}

/**
 * React shows the fallback of lazy code for a third of a second even if it has loaded: a loaded chunk is rendered
 * directly.
 */
function Loaded<Props extends object>({ code, props }: LoadedProps<Props>) {
  const [Shown] = useState<ComponentType<Props>>(() => code.component ?? code.whenLoaded)
  return <Shown {...props} />
}

/** A page of the router. While its chunk is missing, its place says so and the rest of the app keeps working. */
export function lazyPage(load: Load<object>): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const firstTry = Promise.withResolvers<void>()
  const Part = lazyChunk(async () => {
    try {
      return await load()
    } finally {
      firstTry.resolve()
    }
  })
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- each page is a separate component
  const Page = () => (
    <Suspense fallback={<PageFallback />}>
      <Part />
    </Suspense>
  )
  return Object.assign(Page, {
    // The router shows the page when this resolves, so it must also resolve when the first attempt fails.
    preload() {
      void Part.preload()
      return firstTry.promise
    },
  })
}

/** A chunk's code, requested once. */
class Code<Props> {
  /** Set once loaded. */
  component: ComponentType<Props> | undefined
  /** Suspends until loaded. */
  readonly whenLoaded: ComponentType<Props>
  readonly #load: Load<Props>
  #started: Promise<{ readonly default: ComponentType<Props> }> | undefined

  constructor(load: Load<Props>) {
    this.#load = load
    this.whenLoaded = lazy(this.start)
    idleChunks.add(this.start)
  }

  readonly start = (): Promise<{ readonly default: ComponentType<Props> }> => {
    idleChunks.delete(this.start)
    this.#started ??= this.#fetch()
    return this.#started
  }

  async #fetch(): Promise<{ readonly default: ComponentType<Props> }> {
    this.component = await loadChunk(this.#load)
    return { default: this.component }
  }
}

/** Whether the first view is done and optional work may start. */
export function useIsIdle(): boolean {
  return useStart(({ isOver }) => isOver)
}

/** Preloads one chunk after another, so that pages also open while the server is away. */
export function loadChunksWhenIdle(): void {
  window.addEventListener('online', retryChunksNow)
  setTimeout(() => {
    useStart.setState({ isOver: true })
    loadNext()
  }, IDLE_START_MS)
}

/** Adds a preload after those registered before it. */
export function loadWhenIdle(start: () => Promise<unknown>): void {
  idleChunks.add(start)
}

function loadNext(): void {
  const [start] = idleChunks
  // Pages register their dialogs once they have loaded themselves.
  if (start === undefined) {
    setTimeout(loadNext, IDLE_START_MS)
    return
  }
  idleChunks.delete(start)
  void start().then(() => whenIdle(loadNext, IDLE_PAUSE_MS))
}
