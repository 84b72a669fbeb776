import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildId } from './scripts/build-id.ts'
import { firstPage } from './scripts/first-page.ts'
import { preloadFonts } from './scripts/preload-fonts.ts'

const server = process.env['CLUTCH_SERVER'] ?? 'http://localhost:3000'

/**
 * What every page needs, with all it imports, comes in one file: a phone's slow line takes longer over thirty small
 * ones than over their bytes.
 */
const FIRST_MODULES =
  /\/src\/(?:main\.tsx|app\/layouts\.tsx|shared\/(?:ui\/(?:ItemTile|Price|SearchField)\.tsx|bbcode\/BbText\.tsx|market\/(?:item-address|prices)\.ts))$/

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), preloadFonts(), firstPage(), buildId()],
  build: {
    target: 'es2023',
    // Fonts and icons stay files: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // One stylesheet for all pages, 15 kB as sent: a page or popup that loads later cannot lack its own.
    cssCodeSplit: false,
    // The policy forbids inline scripts, and every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    // The rules are pure: a page takes the one it needs and leaves the rest of the package behind.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /packages\/economy\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'begin', test: /\/src\/preloads\.ts$|vite\/preload-helper/, priority: 1 },
            { name: 'app', test: FIRST_MODULES },
          ],
        },
      },
    },
    // The size check reads from it what a page loads first.
    manifest: true,
  },
  server: {
    proxy: {
      '/api': server,
      '/sprite': server,
      '/ws': { target: server, ws: true },
    },
  },
})
