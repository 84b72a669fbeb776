import { fillStore, RICH_STEAM_ID } from './rich-player.ts'

/** Fills the store of `DATA_DIR` for one rich player and prints their Steam id. */
await fillStore({ DATA_DIR: process.env['DATA_DIR'] ?? '', CONTENT_DIR: process.env['CONTENT_DIR'] ?? '' })
console.log(RICH_STEAM_ID)
