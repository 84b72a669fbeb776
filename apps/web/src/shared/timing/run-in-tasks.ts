/**
 * Runs each step in a separate task, so that other tasks run in between. In a hidden page all run at once: nothing else
 * waits, and browsers throttle timers to one per second.
 */
export function runInTasks(...steps: readonly (() => unknown)[]): void {
  const [step, ...others] = steps
  if (step === undefined) return
  const run = () => {
    step()
    runInTasks(...others)
  }
  if (document.hidden) run()
  else setTimeout(run)
}
