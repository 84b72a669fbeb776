/** Runs each step in a turn of its own, one after another: whatever else waits has its turn in between. */
export function inTurns(...steps: readonly (() => unknown)[]): void {
  const [step, ...others] = steps
  if (step === undefined) return
  setTimeout(() => {
    step()
    inTurns(...others)
  })
}
