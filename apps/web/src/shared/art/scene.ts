/** Width of every scene in its own units. */
export const SCENE_WIDTH = 640

const LANDS = ['hills', 'peaks', 'pines', 'fields', 'waves'] as const
export type Land = (typeof LANDS)[number]

/** Hues in degrees: of the dark sky and land, and of the light at the horizon. */
const LIGHTS = [
  { sky: 42, light: 66 },
  { sky: 300, light: 32 },
  { sky: 158, light: 96 },
  { sky: 262, light: 222 },
  { sky: 214, light: 182 },
  { sky: 22, light: 56 },
  { sky: 82, light: 92 },
  { sky: 244, light: 208 },
  { sky: 336, light: 8 },
  { sky: 128, light: 108 },
] as const

export interface Palette {
  readonly skyTop: string
  readonly skyMiddle: string
  readonly horizon: string
  readonly glow: string
  /** Far to near. */
  readonly ridges: readonly [string, string, string]
  readonly motifLight: string
  readonly motifDeep: string
}

export interface Scene {
  readonly palette: Palette
  /** SVG path data of the ridges, far to near. */
  readonly ridges: readonly [string, string, string]
  readonly glow: { readonly x: number; readonly y: number; readonly radius: number }
  /** SVG path data of dots in the sky: all in two elements, since a page has a dozen scenes. */
  readonly specks: { readonly faint: string; readonly bright: string }
}

const FAINT_SPECKS = 16
const BRIGHT_SPECKS = 7
/** Height of the ridges' base lines and how far they rise above it, as shares of the scene, far to near. */
const DEPTHS = [
  { base: 0.62, rise: 0.26 },
  { base: 0.76, rise: 0.2 },
  { base: 0.9, rise: 0.13 },
] as const

/**
 * A landscape: the same seed always gives the same one, and neighbouring seeds differ in light and land.
 * @param lands what the land may look like; any without
 */
export function createScene(seed: number, height: number, lands: readonly Land[] = LANDS): Scene {
  const random = createRandom(seed)
  const light = LIGHTS[seed % LIGHTS.length] ?? LIGHTS[0]
  const land = lands[seed % lands.length] ?? 'hills'
  const between = (low: number, high: number) => low + random() * (high - low)
  const glow = { x: between(0.16, 0.62) * SCENE_WIDTH, y: between(0.3, 0.5) * height, radius: height * 0.9 }
  const ridges = DEPTHS.map(({ base, rise }, depth) => {
    const outline = depth === 0 && land !== 'waves' ? (land === 'fields' ? 'hills' : 'peaks') : land
    return drawRidge(outline, random, base * height, rise * height, height)
  })
  const dots = (count: number) =>
    Array.from({ length: count }, () => `M${at(between(0, SCENE_WIDTH), between(0, height * 0.6))}h0`).join('')
  const specks = { faint: dots(FAINT_SPECKS), bright: dots(BRIGHT_SPECKS) }
  const [far = '', middle = '', near = ''] = ridges
  return { palette: paletteOf(light), ridges: [far, middle, near], glow, specks }
}

function paletteOf({ sky, light }: (typeof LIGHTS)[number]): Palette {
  return {
    skyTop: `oklch(0.2 0.045 ${sky})`,
    skyMiddle: `oklch(0.36 0.075 ${sky})`,
    horizon: `oklch(0.66 0.115 ${light})`,
    glow: `oklch(0.9 0.1 ${light})`,
    ridges: [`oklch(0.42 0.07 ${sky})`, `oklch(0.3 0.055 ${sky})`, `oklch(0.2 0.035 ${sky})`],
    motifLight: `oklch(0.95 0.05 ${light})`,
    motifDeep: `oklch(0.7 0.13 ${light})`,
  }
}

const STEP = 16

/** The outline of one ridge, closed along the bottom. */
function drawRidge(land: Land, random: () => number, base: number, rise: number, height: number): string {
  const phases = [random() * 6.28, random() * 6.28, random() * 6.28]
  const [first = 0, second = 0, third = 0] = phases
  const rolling = (x: number) =>
    0.5 + 0.3 * Math.sin(x / 96 + first) + 0.15 * Math.sin(x / 41 + second) + 0.05 * Math.sin(x / 17 + third)
  const points: (readonly [number, number])[] = []
  for (let x = -STEP; x <= SCENE_WIDTH + STEP; x += STEP) points.push([x, base - rise * rolling(x)])
  const outline = {
    hills: () => smooth(points),
    fields: () => smooth(points.map(([x, y]) => [x, base - (base - y) * 0.5])),
    waves: () => smooth(points.map(([x]) => [x, base - rise * (0.2 + 0.12 * Math.sin(x / 22 + first))])),
    peaks: () => jagged(points, random, rise),
    pines: () => pines(points, random, rise),
  }[land]()
  return `M${-STEP} ${height}L${outline}L${SCENE_WIDTH + STEP} ${height}Z`
}

type Points = readonly (readonly [number, number])[]

const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** A curve through the middles of the segments. */
function smooth(points: Points): string {
  const [first = [0, 0] as const, ...rest] = points
  return `${at(...first)}${rest
    .map(([x, y], index) => {
      const [nextX, nextY] = rest[index + 1] ?? [x, y]
      return `Q${at(x, y)} ${at((x + nextX) / 2, (y + nextY) / 2)}`
    })
    .join('')}`
}

function jagged(points: Points, random: () => number, rise: number): string {
  return points
    .filter((_, index) => index % 2 === 0)
    .map(([x, y], index) =>
      at(x + (random() - 0.5) * STEP, y + (index % 2 === 0 ? -1 : 0.6) * rise * (0.1 + random() * 0.4)),
    )
    .join('L')
}

function pines(points: Points, random: () => number, rise: number): string {
  return points
    .flatMap(([x, y]) =>
      [0, 0.5].flatMap((part) => {
        const left = x + part * STEP
        const tall = rise * (0.16 + random() * 0.4)
        const half = STEP * (0.2 + random() * 0.1)
        return [at(left, y + 2), at(left + half, y - tall), at(left + 2 * half, y + 2)]
      }),
    )
    .join('L')
}

/** Mulberry32: small, and good enough for scenery. */
function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e_37_79_b1)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
