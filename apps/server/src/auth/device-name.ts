import Bowser from 'bowser'

/** Longest name: user agents can be forged. */
const NAME_MAX = 60

/**
 * Short name of the browser or game client of a sign-in, such as `Firefox, Windows`, so that users can recognize their
 * devices.
 * @returns empty when unknown
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  const name = [browser.name, os.name].filter((part) => part !== undefined && part !== '').join(', ')
  return name.slice(0, NAME_MAX)
}
