import { callEarly } from './shared/api/early-calls.ts'
import { runInTasks } from './shared/timing/run-in-tasks.ts'
import { findModules, findReads, readPreloads } from './preloads.ts'

/** The frame is painted well within this; if that cannot be observed, the app starts anyway. */
const FRAME_WAIT_MS = 150
const REQUESTS_A_TURN = 3
/** Stores the names of fonts that are in the browser's cache. */
const FONTS_KEY = 'fonts'

/**
 * Entry script: requests the page's code, texts and data, lets the browser paint the frame of index.html, warms up the
 * Intl formatters, and only then runs the app.
 */
const preloads = readPreloads()
const savedLanguage = readKept('app-language') ?? ''
// The build lists the languages: importing the list itself would load the app's code.
const language = savedLanguage in preloads.texts ? savedLanguage : 'en'
dropLastSlash()
askForFonts(preloads.fonts)
const token = readKept('access_token')
let isStarted = false
// In small groups, since each request costs a phone a few milliseconds of processor time.
runInTasks(
  ...inGroups(findReads(window.location, language, token !== null), (read) => callEarly({ ...read, token })),
  ...inGroups(findModules(preloads, window.location, language), (href) => ask('modulepreload', href)),
  awaitFrame,
)

function inGroups<Request>(requests: readonly Request[], send: (request: Request) => void): (() => void)[] {
  const count = Math.ceil(requests.length / REQUESTS_A_TURN)
  return Array.from({ length: count }, (_, group) => () => {
    const start = group * REQUESTS_A_TURN
    for (const request of requests.slice(start, start + REQUESTS_A_TURN)) send(request)
  })
}

function awaitFrame(): void {
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    startApp()
  })
  observer.observe({ type: 'paint', buffered: true })
  // A hidden page is not painted, so there is nothing to wait for.
  setTimeout(startApp, document.hidden ? 0 : FRAME_WAIT_MS)
}

function startApp(): void {
  if (isStarted) return
  isStarted = true
  // The first use of each takes a phone tens of milliseconds, which pass while the code loads.
  runInTasks(
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.DateTimeFormat(language).format(0),
    () => import('./main.tsx'),
  )
}

/**
 * Removes the trailing slash of `/marketplace/market/`, as documents and people write it, so that each page has one
 * address.
 */
function dropLastSlash(): void {
  const url = new URL(window.location.href)
  if (!/.\/$/.test(url.pathname)) return
  url.pathname = url.pathname.replace(/\/+$/, '')
  window.history.replaceState(window.history.state, '', url)
}

/**
 * On a slow connection fonts would delay the content, and text is readable without them: on the first visit they load
 * after the first view (start-loading.ts). On later visits they are cached and load at once, so that text does not
 * change its look.
 */
function askForFonts(fonts: readonly string[]): void {
  const names = fonts.join(' ')
  if (readKept(FONTS_KEY) === names) {
    document.documentElement.dataset['fonts'] = 'kept'
    for (const href of fonts) ask('preload', href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
    return
  }
  window.addEventListener('pagehide', () => {
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    if (fonts.every((href) => loaded.has(href))) keep(FONTS_KEY, names)
  })
}

function ask(rel: 'preload' | 'modulepreload', href: string, attributes: Partial<HTMLLinkElement> = {}): void {
  const link = Object.assign(document.createElement('link'), attributes)
  link.rel = rel
  link.href = href
  link.fetchPriority = 'low'
  document.head.append(link)
}

/** Without validation: the app reads these values again with care, and a wrong guess here only loads too much. */
function readKept(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    // Without storage every visit counts as the first.
  }
}
