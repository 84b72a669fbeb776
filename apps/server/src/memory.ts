import { setFlagsFromString } from 'node:v8'

/**
 * Has everything begin its life among the young objects, of which most die at once; to be said before anything is
 * computed. By itself V8 learns where objects are made that live long, and makes all later ones of these places old: on a
 * market at its limit orders wait long enough to teach it that, and it does not unlearn it when they no longer do. Old ones
 * lie there until all of memory is collected, which then comes about two to three times as often (docs/performance.md).
 */
export function expectShortLives(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
