import Bowser from 'bowser'

/** Longer names are made up: whoever signs in says what its browser is called. */
const NAME_MAX = 60

/**
 * What a person would call the browser or game client behind a sign-in, such as `Firefox, Windows`: nothing finer, as
 * it is only there to tell one's own devices apart.
 * @returns empty when nothing is known
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  const name = [browser.name, os.name].filter((part) => part !== undefined && part !== '').join(', ')
  return name.slice(0, NAME_MAX)
}
