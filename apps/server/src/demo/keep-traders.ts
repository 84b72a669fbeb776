import type { Contents } from '../areas/content/contents.ts'
import type { LiveTraders } from './live-traders.ts'

/** Runs traders for the active content; a content switch replaces them. */
export function keepTraders(contents: Contents, start: () => LiveTraders): Pick<LiveTraders, 'stop'> {
  let traders = start()
  contents.onChange(async () => {
    await traders.stop()
    traders = start()
  })
  return { stop: () => traders.stop() }
}
