import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, givenReason, idempotencyKey, unixSeconds } from '../bounds.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { consoleCall } from './console-call.ts'

/** A folder's own name: no path, nothing hidden. */
export const CONTENT_FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** One of the folders in CONTENT_PACKS_DIR; empty for CONTENT_DIR, the server's own. */
const folder = z.union([z.literal(''), z.string().regex(CONTENT_FOLDER_NAME)])

export const PACK_COUNTS = [
  'items',
  'craft_recipes',
  'factory_recipes',
  'harvest_recipes',
  'rentable_items',
  'chat_channels',
  'announcements',
  'changelog',
] as const

/** What a pack is and has. */
const packHead = z.object({
  id: z.string(),
  version: z.string(),
  name: z.string(),
  /** SHA-256 of all that it says: two folders with the same digest are the same game. */
  digest: z.string(),
  counts: z.record(z.enum(PACK_COUNTS), amount),
})
export type PackHead = z.infer<typeof packHead>

const finding = z.object({
  /** A problem keeps the pack from being used, a warning does not; `lasting` is about a world left to itself. */
  severity: z.enum(['problem', 'warning', 'lasting']),
  file: z.string(),
  entry: z.string(),
  field: z.string(),
  message: z.string(),
})
export type ContentFinding = z.infer<typeof finding>

const change = z.object({
  kind: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  id: z.string(),
  name: z.string(),
  fields: z.array(z.string()),
})
export type ContentChange = z.infer<typeof change>

/** What players have that a removed or changed entry is about; entries that touch nobody are left out. */
const affected = z.object({
  kind: z.string(),
  change: z.enum(['changed', 'removed']),
  id: z.string(),
  name: z.string(),
  /** Who hold it, rent it out or have it under way. */
  players: amount,
  /** Free and on hold, of an item. */
  units: amount,
  open_lots: amount,
  /** Craft and factory entries, and harvest runs, that are not finished. */
  jobs: amount,
  /** Units in a hall. */
  rented: amount,
})
export type AffectedContent = z.infer<typeof affected>

/** An item that a pack takes away while players have it, or may yet get it: nothing can be loaded until they have not. */
const obstacle = z.object({
  item_id: amount,
  name: z.string(),
  /** Free and on hold, of everybody. */
  units: amount,
  open_lots: amount,
  /** Whether work that is under way may grant it or give it back. */
  is_under_way: z.boolean(),
})
export type ContentObstacle = z.infer<typeof obstacle>

const loadedPack = packHead.extend({
  loaded_at: unixSeconds,
  /** Packs are numbered in the order they were loaded, from 1 on. */
  number: amount,
})
export type LoadedPack = z.infer<typeof loadedPack>

export const contentContract = {
  calls: {
    'POST /admin/content': {
      ...consoleCall,
      summary: 'The content pack that is loaded, and the folders of others that can be checked',
      access: OPERATOR_ACTIONS['content.read'],
      action: 'content.read',
      body: z.strictObject({}),
      response: z.object({
        loaded: loadedPack,
        /** Whether the setting CONTENT_PACKS_DIR names a folder of packs. */
        has_folder: z.boolean(),
        folders: z.array(z.string()),
      }),
    },
    'POST /admin/check-content': {
      ...consoleCall,
      summary: 'Checks another content pack and compares it with the loaded one; changes nothing',
      access: OPERATOR_ACTIONS['content.check'],
      action: 'content.check',
      body: z.strictObject({ folder }),
      response: z.object({
        /** Null for a pack with problems. */
        pack: packHead.nullable(),
        findings: z.array(finding),
        /** The loaded pack first, the checked one second; null for a pack with problems. */
        difference: z.object({ changes: z.array(change), settings: z.array(z.string()) }).nullable(),
        affected: z.array(affected),
        /** What keeps it from being loaded. */
        obstacles: z.array(obstacle),
        /** Whether it has other store coins: these are exchanged by a restart alone. */
        needs_restart: z.boolean(),
        /** The number of the pack it was compared with. */
        compared_with: amount,
        /** How many more there are than the lists hold. */
        left_out: z.object({ findings: amount, changes: amount }),
      }),
    },
    'POST /admin/load-content': {
      ...consoleCall,
      summary: 'Goes on with a content pack that was checked, between two commands, on every server',
      access: OPERATOR_ACTIONS['content.load'],
      action: 'content.load',
      body: z.strictObject({
        folder,
        /** Of the pack as it was checked: another is refused. */
        digest: z.string().regex(/^[0-9a-f]{64}$/),
        /** The number of the pack it was compared with: refused when another was loaded meanwhile. */
        compared_with: amount,
        reason: givenReason,
        idempotency_key: idempotencyKey,
      }),
      response: z.object({ loaded: loadedPack }),
    },
  },
  errors: {
    pack_not_found: { status: 404, message: 'There is no such pack in the folder of packs' },
    content_not_found: { status: 404, message: 'There is no such content' },
    content_changed: { status: 409, message: 'Another content was loaded meanwhile: check again' },
    pack_changed: { status: 409, message: 'The folder has changed since it was checked: check again' },
    content_in_use: { status: 409, message: 'Players have or are about to get what it takes away: {items}' },
    content_needs_restart: { status: 409, message: 'Other store coins take a restart: set CONTENT_DIR' },
  },
} as const satisfies ContractArea
