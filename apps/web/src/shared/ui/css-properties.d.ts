import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, set by React through the CSSOM. */
    readonly [property: `--${string}`]: string | number | undefined
  }
}
