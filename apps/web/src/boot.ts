import { callEarly } from './shared/api/early-calls.ts'
import { runInTasks } from './shared/timing/run-in-tasks.ts'
import { findModules, findReads, readPreloads } from './preloads.ts'

/** The frame is drawn well within this; where that cannot be told, the app starts all the same. */
const FRAME_WAIT_MS = 150
const REQUESTS_A_TURN = 3
/** Names the fonts that this browser has had: they are in its cache. */
const FONTS_KEY = 'fonts'

/**
 * Begins everything: asks for the code, texts and data of the page that is opened, lets the browser draw the frame that
 * index.html stands with, has it read its tables of formats, and only then runs the app.
 */
const preloads = readPreloads()
const savedLanguage = readKept('app-language') ?? ''
// The build names the languages: the list itself would bring the app's code along.
const language = savedLanguage in preloads.texts ? savedLanguage : 'en'
dropLastSlash()
askForFonts(preloads.fonts)
const token = readKept('access_token')
let isStarted = false
// Each request costs a phone some milliseconds of its processor, too.
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
  // A page that nobody sees draws nothing, and would wait for ever.
  setTimeout(startApp, document.hidden ? 0 : FRAME_WAIT_MS)
}

function startApp(): void {
  if (isStarted) return
  isStarted = true
  // The first use of each takes a phone tens of milliseconds, and here they pass while the code is on its way.
  runInTasks(
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.DateTimeFormat(language).format(0),
    () => import('./main.tsx'),
  )
}

/** A page has one address: `/marketplace/market/`, as documents and people write it, is that without the last slash. */
function dropLastSlash(): void {
  const url = new URL(window.location.href)
  if (!/.\/$/.test(url.pathname)) return
  url.pathname = url.pathname.replace(/\/+$/, '')
  window.history.replaceState(window.history.state, '', url)
}

/**
 * On a slow line fonts would hold up what one came for, and text can be read without them: the first time they are asked
 * for once the first view is there (start-loading.ts). From then on they are at hand at once, so that no text changes
 * its looks.
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

/** What the app itself reads again with care; here a wrong guess only loads too much. */
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
    // Without a memory of its own the browser is asked as if for the first time.
  }
}
