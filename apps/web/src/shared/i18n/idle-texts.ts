import i18next from 'i18next'
import { loadWhenIdle } from '../loading/lazy-chunk.tsx'
import { AREAS, OPERATOR_AREAS } from './areas.ts'
import { fetchTexts } from './i18n.ts'

/**
 * Has the texts of all pages fetched while the browser has nothing else to do, in the language that is read: the code of
 * a page opens nothing as long as its words are missing, also while the server is away.
 */
export function loadTextsWhenIdle(): void {
  // The first language is told of as a change, too.
  i18next.on('languageChanged', fetchLater)
}

function fetchLater(language: string): void {
  for (const area of AREAS) {
    if (!OPERATOR_AREAS.has(area)) loadWhenIdle(() => fetchTexts(language, area))
  }
}
