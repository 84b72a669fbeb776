import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildId } from './scripts/build-id.ts'
import { fetchFirst } from './scripts/fetch-first.ts'
import { firstPage } from './scripts/first-page.ts'
import { noBigints } from './scripts/no-bigints.ts'

const server = process.env['CLUTCH_SERVER'] ?? 'http://localhost:3000'

/** Modules that run both before the app and in it. */
const BEGIN_MODULES = new RegExp(
  [
    '/src/(?:preloads|shared/(?:api/early-calls|loading/fetch-first|market/item-address|timing/run-in-tasks))\\.ts$',
    'vite/preload-helper',
  ].join('|'),
)

/**
 * Modules that every page needs, in one file with all they import: on a phone's slow connection thirty small requests
 * take longer than their bytes. Includes what two pages share but is too small for a separate request.
 */
const FIRST_MODULES = new RegExp(
  [
    '/src/(?:main|app/layouts)\\.tsx$',
    '/src/shared/(?:ui/(?:ItemTile|Price|SearchField)|chart/Sparkline)\\.tsx$',
    '/src/shared/ui/use-address-view\\.ts$',
    '/src/shared/(?:market/prices|watchlist/watchlist|catalogue/use-tag-name|chart/chart-range|guide/first-look|market/market-stats?)\\.ts$',
    '/src/features/market/model/(?:market-view|columns)\\.ts$',
    '/src/shared/format/[\\w-]+\\.ts$',
    '/packages/contract/src/formats/[\\w-]+\\.ts$',
  ].join('|'),
)

/** Icons of the pages, of which most are used by one page only. */
const ICONS = /\/icons-react\/dist\/esm\/icons\//

/** Item details and announcements: small modules that the market does not need first. */
const ITEM_MODULES = /\/src\/shared\/(?:bbcode\/BbText|chart\/ChartFrame)\.tsx$/

/** Small modules shared by recipes, farms and harvests, of which each page would request a dozen. */
const PRODUCTION_MODULES = new RegExp(
  [
    '/src/shared/production/(?:queues|queue-progress|recipe-rules|use-duration|craft-value|valuation)\\.ts$',
    '/src/shared/production/(?:shopping-list|use-persisted-choice|use-pricing)\\.ts$',
    '/src/shared/production/(?:ItemChip|ProfitLine|CountStepper)\\.tsx$',
    '/src/shared/simulation/WhatIfButton\\.tsx$',
  ].join('|'),
)

export default defineConfig({
  plugins: [noBigints(), fetchFirst(), react({ compiler: true }), firstPage(), buildId()],
  build: {
    target: 'es2023',
    // Fonts and icons stay files: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // One stylesheet for all pages, 15 kB compressed: chunks that load later cannot lack theirs.
    cssCodeSplit: false,
    // The policy forbids inline scripts, and every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    // The rules are pure: pages import what they need, and the rest of the package is dropped.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /packages\/economy\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'begin',
              test: BEGIN_MODULES,
              priority: 1,
            },
            { name: 'app', test: FIRST_MODULES },
            { name: 'icons', test: ICONS, minShareCount: 3 },
            { name: 'item', test: ITEM_MODULES },
            { name: 'production', test: PRODUCTION_MODULES },
          ],
        },
      },
    },
    // The size check uses it to find a page's first load.
    manifest: true,
  },
  server: {
    proxy: {
      '/api': server,
      '/sprite': server,
      '/images': server,
      '/ws': { target: server, ws: true },
    },
  },
})
