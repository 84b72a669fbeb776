import type { Plugin } from 'vite'

/** The subsets nearly every page needs first; the others load by `unicode-range` when a text asks for them. */
const FIRST_FONTS = [/inter-latin-wght-normal/, /unbounded-latin-wght-normal/]

/** Adds a preload link per first-needed font, so that text does not wait for the stylesheet to name it. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((fileName) => FIRST_FONTS.some((pattern) => pattern.test(fileName)))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}`, crossorigin: true },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}
