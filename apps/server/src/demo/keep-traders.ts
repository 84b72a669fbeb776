import type { Contents } from '../areas/content/contents.ts'
import type { LiveTraders } from './live-traders.ts'

/** Keeps traders who know the content that is played: with another, others come in their place. */
export function keepTraders(contents: Contents, start: () => LiveTraders): Pick<LiveTraders, 'stop'> {
  let traders = start()
  contents.onChange(async () => {
    await traders.stop()
    traders = start()
  })
  return { stop: () => traders.stop() }
}
