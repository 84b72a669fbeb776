import i18next from 'i18next'
import { loadWhenIdle } from '../loading/lazy-chunk.tsx'
import { AREAS, OPERATOR_AREAS } from './areas.ts'
import { fetchTexts } from './i18n.ts'

/**
 * Preloads the texts of all pages in the current language while the browser is idle: even with its code loaded, a page
 * cannot open without its texts while the server is away.
 */
export function loadTextsWhenIdle(): void {
  // i18next also announces the first language as a change.
  i18next.on('languageChanged', fetchLater)
}

function fetchLater(language: string): void {
  for (const area of AREAS) {
    if (!OPERATOR_AREAS.has(area)) loadWhenIdle(() => fetchTexts(language, area))
  }
}
