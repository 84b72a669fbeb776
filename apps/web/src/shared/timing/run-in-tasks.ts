/**
 * Runs each step in a turn of its own, one after another: whatever else waits has its turn in between. In a page that
 * nobody sees nothing waits, and browsers let a second pass between its turns: there all run at once.
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
