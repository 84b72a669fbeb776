import { create } from 'zustand'

/** Longest time until a visible page notices a deploy. */
const CHECK_INTERVAL_MS = 300_000
const BUILD_LIMIT_MS = 15_000
const BUILD_FILE = '/version.json'

const useBuild = create<{ readonly isOld: boolean }>()(() => ({ isOld: false }))

/** Whether the server has a newer build. */
export function useIsNewBuildReady(): boolean {
  return useBuild(({ isOld }) => isOld)
}

/** Asks the server for its build; ignores failures. */
export async function checkBuild(): Promise<void> {
  const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
  if (own === undefined || useBuild.getState().isOld) return
  const line = new AbortController()
  const limit = setTimeout(() => line.abort(), BUILD_LIMIT_MS)
  try {
    const response = await fetch(BUILD_FILE, { cache: 'no-store', signal: line.signal })
    const answer: unknown = await response.json()
    const isOther = typeof answer === 'object' && answer !== null && 'build' in answer && answer.build !== own
    if (isOther) useBuild.setState({ isOld: true })
  } catch {
    // The server is away, or has no builds, as in development.
  } finally {
    clearTimeout(limit)
  }
}

/** Checks regularly while the page is visible. @returns stops it */
export function startBuildChecks(): () => void {
  const timer = setInterval(checkWhenSeen, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', checkWhenSeen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkWhenSeen)
  }
}

function checkWhenSeen(): void {
  if (!document.hidden) void checkBuild()
}
