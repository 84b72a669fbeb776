import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { create } from 'zustand'
import { whenIdle } from '../timing/when-idle.ts'
import { loadChunk, retryChunksNow } from './load-chunk.ts'

/** Chunks and texts not requested yet, in order of registration. */
const idleChunks = new Set<() => Promise<unknown>>()
/** Idle loading starts this late, so that the first view loads before it. */
const IDLE_START_MS = 4_000
/** Whether the first view has had its time. */
const useStart = create<{ readonly isOver: boolean }>()(() => ({ isOver: false }))
/** Pause between two chunks in browsers without idle callbacks. */
const IDLE_PAUSE_MS = 200

/** A component in a separate chunk. */
export interface LazyChunk<Props> {
  (props: Props): ReactNode
  /**
   * Requests the chunk before it is shown. Resolves once it has loaded or failed to for the first time: the router shows a page
   * once this resolves, and the page itself says what is missing.
   */
  readonly preload: () => Promise<void>
}

/**
 * A component whose chunk loads when first shown, or earlier when the browser is idle.
 * @param fallback shown while it loads; without one, the nearest `Suspense` shows its own
 */
export function lazyChunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyChunk<Props> {
  const firstFailure = Promise.withResolvers<void>()
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined
  const chunk: Chunk<Props> = { loaded: undefined, whenLoaded: lazy(start) }
  idleChunks.add(start)
  const Part = (props: Props) =>
    fallback === undefined ? (
      <Loaded chunk={chunk} props={props} />
    ) : (
      <Suspense fallback={fallback}>
        <Loaded chunk={chunk} props={props} />
      </Suspense>
    )
  return Object.assign(Part, {
    async preload() {
      await Promise.race([start(), firstFailure.promise])
    },
  })

  function start(): Promise<{ readonly default: ComponentType<Props> }> {
    idleChunks.delete(start)
    loading ??= request()
    return loading
  }

  async function request(): Promise<{ readonly default: ComponentType<Props> }> {
    chunk.loaded = await loadChunk(() =>
      load().catch((error: unknown) => {
        firstFailure.resolve()
        throw error
      }),
    )
    return { default: chunk.loaded }
  }
}

interface Chunk<Props> {
  loaded: ComponentType<Props> | undefined
  /** Suspends until loaded. */
  readonly whenLoaded: ComponentType<Props>
}

interface LoadedProps<Props> {
  readonly chunk: Chunk<Props>
  readonly props: Props
}

/**
 * React shows the fallback of lazy code for a third of a second even if it has loaded: a loaded chunk is rendered
 * directly.
 */
function Loaded<Props extends object>({ chunk, props }: LoadedProps<Props>) {
  const [Shown] = useState<ComponentType<Props>>(() => chunk.loaded ?? chunk.whenLoaded)
  return <Shown {...props} />
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
