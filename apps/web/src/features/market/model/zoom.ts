/** The part of the time that a chart shows, in Unix seconds. */
export interface Zoom {
  readonly fromSec: number
  readonly toSec: number
}

/** Half of what is shown, up to the same end: what happened last is what is looked at. */
export function zoomedIn(startsSec: readonly number[], zoom: Zoom | null): Zoom | null {
  const shown = startsSec.filter((sec) => zoom === null || (sec >= zoom.fromSec && sec <= zoom.toSec))
  // Two slots are the least that make a line.
  if (shown.length <= SLOTS_MIN) return zoom
  const half = shown.slice(Math.min(Math.floor(shown.length / 2), shown.length - SLOTS_MIN))
  const [fromSec = 0] = half
  return { fromSec, toSec: half.at(-1) ?? fromSec }
}

/** What was dragged over, when it holds enough to be drawn. */
export function zoomTo(startsSec: readonly number[], { fromSec, toSec }: Zoom): Zoom | null {
  const held = startsSec.filter((sec) => sec >= fromSec && sec <= toSec)
  return held.length < SLOTS_MIN ? null : { fromSec, toSec }
}

const SLOTS_MIN = 2
