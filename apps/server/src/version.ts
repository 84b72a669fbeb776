import manifest from '../package.json' with { type: 'json' }

/** The version of Clutch, as docs/changelog.md names it. */
export const VERSION: string = manifest.version
