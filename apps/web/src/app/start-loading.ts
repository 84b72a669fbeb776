import { inventoryQuery } from '#shared/account/inventory.ts'
import { profileQuery } from '#shared/account/profile.ts'
import { queryClient } from '#shared/api/query-client.ts'
import { tokens } from '#shared/auth/session.ts'
import { persistInvite } from '#shared/auth/invite.ts'
import { catalogueQuery } from '#shared/catalogue/catalogue.ts'
import { isFramed } from '#shared/embedding/frame.ts'
import { prefetchConnection } from '#shared/live/live.ts'
import { loadChunksWhenIdle, loadWhenIdle } from '#shared/loading/lazy-chunk.tsx'
import { startI18n, fetchTexts } from '#shared/i18n/i18n.ts'
import { harvestQuery } from '#shared/production/harvest.ts'
import { startMarket } from '../features/market/api/start-market.ts'
import { AREAS_OF_PLACE, placeOf } from '../preloads.ts'
import { askForFontsAfter } from './late-fonts.ts'
import { router } from './router.tsx'
import i18next from 'i18next'
import { AREAS, OPERATOR_AREAS } from '#shared/i18n/areas.ts'

/**
 * Starts texts, code and data of the first view in parallel. Left to the components, each would start only after the
 * previous one.
 */
export function startLoading(location: Location): void {
  const { pathname, hash } = location
  persistInvite(location)
  const place = placeOf(pathname)
  startI18n(place === undefined ? [] : AREAS_OF_PLACE[place])
  const page = router.load()
  loadChunksWhenIdle()
  loadTextsWhenIdle()
  if (isFramed()) void startEmbedding()
  if (tokens.get() === null) {
    void askForFontsAfter([page])
    return
  }
  prefetchConnection()
  const data = [
    queryClient.prefetchQuery(catalogueQuery),
    queryClient.prefetchQuery(profileQuery),
    queryClient.prefetchQuery(inventoryQuery),
  ]
  if (place === 'marketplace') startMarket(queryClient, hash)
  if (place === 'harvest') data.push(queryClient.prefetchQuery(harvestQuery))
  void askForFontsAfter([page, ...data])
}

/** Loads only in a frame. The app works without the handshake, so a failure is ignored. */
async function startEmbedding(): Promise<void> {
  const embedding = await import('#shared/embedding/embedding.ts')
  await embedding.resumeSession().catch(() => undefined)
  await embedding
    .startEmbedding()
    .catch((error: unknown) => console.warn('Handshake with the embedding page failed', error))
}

/**
 * Preloads the texts of all pages in the current language while the browser is idle: even with its code loaded, a page
 * cannot open without its texts while the server is away.
 */
function loadTextsWhenIdle(): void {
  // i18next also announces the first language as a change.
  i18next.on('languageChanged', fetchLater)
}

function fetchLater(language: string): void {
  for (const area of AREAS) {
    if (!OPERATOR_AREAS.has(area)) loadWhenIdle(() => fetchTexts(language, area))
  }
}
