/**
 * Runs something once the browser has nothing else to do.
 * @param pauseMs how long browsers wait that do not tell when they are idle
 * @param busyMaxMs after so long it runs however busy the browser is; without it, whenever that may be
 */
export function whenIdle(work: () => void, pauseMs: number, busyMaxMs?: number): void {
  if (!('requestIdleCallback' in window)) setTimeout(work, pauseMs)
  else window.requestIdleCallback(work, busyMaxMs === undefined ? {} : { timeout: busyMaxMs })
}
