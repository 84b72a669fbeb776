import type { Plugin } from 'vite'

/** Matches 0n and 1_000n, but no names and no other numbers. */
const BIGINT = /(?<![\w$.])\d[\d_]*n\b/

/**
 * Fails the build for bigint literals such as 0n in the app: React's compiler silently replaces them by `undefined` in
 * components and hooks (oxc-project/oxc#26161). Convert bigints of live events to numbers first.
 */
export function noBigints(): Plugin {
  return {
    name: 'no-bigints',
    enforce: 'pre',
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: BIGINT },
      handler(code, id) {
        this.error(`${id} has the literal ${BIGINT.exec(code)?.[0]}, which would be compiled to undefined`)
      },
    },
  }
}
