import { useId } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './Backdrop.module.css'
import { createScene, SCENE_WIDTH, type Land } from './scene.ts'

interface BackdropProps {
  /** The picture of a place has the place's id, so that it is always the same. */
  readonly seed: number
  /** Height in units of which the picture is 640 wide: about the shape of its box, which it fills. */
  readonly height: number
  readonly lands?: readonly Land[]
  /** Address of an icon of the item sheets, drawn large and in two tones. */
  readonly motif?: string | undefined
  readonly className?: string | undefined
}

const MOTIF_SHARE = 0.66
/** From the right edge to the motif's, in shares of the motif. */
const MOTIF_EDGE = 0.32

/** A drawn landscape in the colours of its light: sky, glow, three ridges, and what is found there. */
export function Backdrop({ seed, height, lands, motif, className }: BackdropProps) {
  const id = useId()
  const { palette, ridges, glow, specks } = createScene(seed, height, lands)
  const [far, middle, near] = ridges
  const size = height * MOTIF_SHARE
  const place = { x: SCENE_WIDTH - size * (1 + MOTIF_EDGE), y: height * 0.14, width: size, height: size }
  return (
    <svg
      className={classNames(styles['backdrop'], className)}
      viewBox={`0 0 ${SCENE_WIDTH} ${height}`}
      // In a narrow box the left side is cut, never the motif.
      preserveAspectRatio={motif === undefined ? 'xMidYMid slice' : 'xMaxYMid slice'}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`${id}sky`} x2="0" y2="1">
          <stop stopColor={palette.skyTop} />
          <stop offset="0.5" stopColor={palette.skyMiddle} />
          <stop offset="0.8" stopColor={palette.horizon} />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop stopColor={palette.glow} stopOpacity="0.85" />
          <stop offset="0.12" stopColor={palette.glow} stopOpacity="0.5" />
          <stop offset="0.45" stopColor={palette.glow} stopOpacity="0.17" />
          <stop offset="0.75" stopColor={palette.glow} stopOpacity="0.04" />
          <stop offset="1" stopColor={palette.glow} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}mist`} x2="0" y2="1">
          <stop stopColor={palette.horizon} stopOpacity="0" />
          <stop offset="1" stopColor={palette.horizon} stopOpacity="0.35" />
        </linearGradient>
        <linearGradient id={`${id}light`} x2="0.4" y2="1">
          <stop offset="0.3" stopColor="white" />
          <stop offset="0.75" stopColor="black" />
        </linearGradient>
        <mask id={`${id}upper`}>
          <rect {...place} fill={`url(#${id}light)`} />
        </mask>
      </defs>
      <rect width={SCENE_WIDTH} height={height} fill={`url(#${id}sky)`} />
      <g stroke={palette.glow} strokeLinecap="round">
        <path d={specks.faint} strokeWidth="1.4" opacity="0.3" />
        <path d={specks.bright} strokeWidth="2.4" opacity="0.5" />
      </g>
      <circle cx={glow.x} cy={glow.y} r={glow.radius} fill={`url(#${id}glow)`} />
      <path d={far} fill={palette.ridges[0]} />
      <rect y={height * 0.45} width={SCENE_WIDTH} height={height * 0.4} fill={`url(#${id}mist)`} />
      <path d={middle} fill={palette.ridges[1]} />
      {motif?.startsWith('/sprite') === true && (
        <g>
          <use href={motif} {...place} y={place.y + size * 0.03} color={palette.ridges[2]} opacity="0.6" />
          <use href={motif} {...place} color={palette.motifDeep} />
          <g mask={`url(#${id}upper)`}>
            <use href={motif} {...place} color={palette.motifLight} />
          </g>
        </g>
      )}
      <path d={near} fill={palette.ridges[2]} />
    </svg>
  )
}
