import type { Plugin } from 'vite'

/** Such as 0n and 1_000n; no name and no other number ends so. */
const BIGINT = /(?<![\w$.])\d[\d_]*n\b/

/**
 * Stops the build for a module of the app with a literal like 0n: React's compiler puts `undefined` in its place where it
 * stands in a component or a hook, and says nothing (oxc-project/oxc#26161). What comes live as a bigint is made a number
 * first.
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
