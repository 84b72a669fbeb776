/** The lightest surface behind item names, as in the design tokens. */
export const SURFACE: Rgb = [0x2e, 0x27, 0x20]
/** WCAG 2 AA for normal text. */
const CONTRAST_MIN = 4.5
const CHANNEL_MAX = 255
const LIFT_STEPS = 40
/** Colour of items that have none. */
const PLAIN: Rgb = [0xe9, 0xdf, 0xd0]
const HEX_COLOR = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

export type Rgb = readonly [red: number, green: number, blue: number]

/** Six hex digits, with or without a number sign. */
export function parseHexColor(text: string): Rgb | undefined {
  const [, red, green, blue] = HEX_COLOR.exec(text.trim()) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

/** An item's colour as given by the game, for rings and glows. */
export function itemColor(nameColor: string): string {
  return toCss(parseHexColor(nameColor) ?? PLAIN)
}

/** The colour lightened just enough to be readable on all surfaces. */
export function readableColor(color: string): string {
  const known = readable.get(color)
  if (known !== undefined) return known
  const lifted = toCss(liftToContrast(parseHexColor(color) ?? PLAIN, SURFACE))
  readable.set(color, lifted)
  return lifted
}

const readable = new Map<string, string>()

/** Mixes in white in small steps until the contrast against the surface reaches AA. */
export function liftToContrast(color: Rgb, surface: Rgb): Rgb {
  for (let step = 0; step < LIFT_STEPS; step += 1) {
    const lifted = mixWhite(color, step / LIFT_STEPS)
    if (contrastRatio(lifted, surface) >= CONTRAST_MIN) return lifted
  }
  return mixWhite(color, 1)
}

/** WCAG 2 contrast ratio, 1 … 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / CHANNEL_MAX
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function mixWhite([red, green, blue]: Rgb, share: number): Rgb {
  const mix = (channel: number) => Math.round(channel + (CHANNEL_MAX - channel) * share)
  return [mix(red), mix(green), mix(blue)]
}

function toCss(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
