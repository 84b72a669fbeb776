import { findPreloads } from './preloads.ts'

/** The frame is drawn well within this; where that cannot be told, the app starts all the same. */
const FRAME_WAIT_MS = 150

/**
 * Begins everything: asks for the code and texts of the page that is opened, lets the browser draw the frame that
 * index.html stands with, and only then runs the app.
 */
for (const href of findPreloads(window.location, readLanguage())) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
let isStarted = false
const observer = new PerformanceObserver(startApp)
observer.observe({ type: 'paint', buffered: true })
// A page that nobody sees draws nothing, and would wait for ever.
setTimeout(startApp, document.hidden ? 0 : FRAME_WAIT_MS)

function startApp(): void {
  if (isStarted) return
  isStarted = true
  observer.disconnect()
  void import('./main.tsx')
}

/** What the app itself reads again with care; here a wrong guess only loads too much. */
function readLanguage(): string {
  try {
    return window.localStorage.getItem('app-language') ?? 'en'
  } catch {
    return 'en'
  }
}
