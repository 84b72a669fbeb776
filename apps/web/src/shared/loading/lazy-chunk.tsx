import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { create } from 'zustand'
import { whenIdle } from '../timing/when-idle.ts'
import { loadChunk, retryChunksNow } from './chunk-loading.ts'
import { PageFallback } from './PageFallback.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Parts and texts that nobody has asked for yet, in the order in which they became known. */
const idleChunks = new Set<() => Promise<unknown>>()
/** What the first view needs goes first. */
const IDLE_START_MS = 4_000
/** Whether the first view had its time. */
const useStart = create<{ readonly isOver: boolean }>()(() => ({ isOver: false }))
/** Browsers without idle callbacks load one part after such a pause. */
const IDLE_PAUSE_MS = 200

/** A component whose code comes apart. `preload` asks for it before it is shown. */
export interface LazyChunk<Props> {
  (props: Props): ReactNode
  readonly preload: () => Promise<unknown>
}

/** A component whose code loads when it is first shown, or before, when the browser has nothing else to do. */
export function lazyChunk<Props extends object>(load: Load<Props>): LazyChunk<Props> {
  const code = new Code(load)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- each part is a component of its own
  const Part = (props: Props) => <Loaded code={code} props={props} />
  return Object.assign(Part, { preload: code.start })
}

interface LoadedProps<Props> {
  readonly code: Code<Props>
  readonly props: Props
}

/** React keeps what stands in for lazy code for a third of a second, also where the code is there: that is shown at once. */
function Loaded<Props extends object>({ code, props }: LoadedProps<Props>) {
  const [Shown] = useState<ComponentType<Props>>(() => code.component ?? code.whenLoaded)
  return <Shown {...props} />
}

/** A page of the router. While its code is missing, its place says so, and the rest of the app goes on working. */
export function lazyPage(load: Load<object>): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const firstTry = Promise.withResolvers<void>()
  const Part = lazyChunk(async () => {
    try {
      return await load()
    } finally {
      firstTry.resolve()
    }
  })
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- each page is a component of its own
  const Page = () => (
    <Suspense fallback={<PageFallback />}>
      <Part />
    </Suspense>
  )
  return Object.assign(Page, {
    // The router shows the page when this ends: a server that is away must not hold it back for good.
    preload() {
      void Part.preload()
      return firstTry.promise
    },
  })
}

/** The code of a part: asked for once, and kept. */
class Code<Props> {
  /** There once its code is. */
  component: ComponentType<Props> | undefined
  /** The same, waiting for it. */
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

/** Whether the first view is past: what it does not need may begin. */
export function useIsIdle(): boolean {
  return useStart(({ isOver }) => isOver)
}

/** Loads, one by one, what may be pressed later: then it is there also while the server is away. */
export function loadChunksWhenIdle(): void {
  window.addEventListener('online', retryChunksNow)
  setTimeout(() => {
    useStart.setState({ isOver: true })
    loadNext()
  }, IDLE_START_MS)
}

/** Has something else loaded with them, after what became known before it. */
export function loadWhenIdle(start: () => Promise<unknown>): void {
  idleChunks.add(start)
}

function loadNext(): void {
  const [start] = idleChunks
  // Pages make known what they open once they are there themselves.
  if (start === undefined) {
    setTimeout(loadNext, IDLE_START_MS)
    return
  }
  idleChunks.delete(start)
  void start().then(() => whenIdle(loadNext, IDLE_PAUSE_MS))
}
