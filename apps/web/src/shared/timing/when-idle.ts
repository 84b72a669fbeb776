/**
 * Runs work once the browser is idle.
 * @param pauseMs delay in browsers without idle callbacks
 * @param busyMaxMs runs after this long however busy the browser is; without it there is no limit
 */
export function whenIdle(work: () => void, pauseMs: number, busyMaxMs?: number): void {
  if (!('requestIdleCallback' in window)) setTimeout(work, pauseMs)
  else window.requestIdleCallback(work, busyMaxMs === undefined ? {} : { timeout: busyMaxMs })
}
