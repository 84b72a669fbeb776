import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Our own custom properties, set by React through the CSSOM. */
    readonly [property: `--${string}`]: string | number | undefined
  }
}
