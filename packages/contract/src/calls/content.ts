import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, givenReason, idempotencyKey, unixSeconds } from '../bounds.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { consoleCall } from './console-call.ts'

/** A folder name: no path, not hidden. */
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

/** A pack's identity and size. */
const packHead = z.object({
  id: z.string(),
  version: z.string(),
  name: z.string(),
  /** SHA-256 of its content: equal digests mean equal games. */
  digest: z.string(),
  counts: z.record(z.enum(PACK_COUNTS), amount),
})
export type PackHead = z.infer<typeof packHead>

const finding = z.object({
  /** A problem prevents using the pack, a warning does not; `lasting` is about an unsustainable economy. */
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

/** What players have of a removed or changed entry; entries that affect no player are omitted. */
const affected = z.object({
  kind: z.string(),
  change: z.enum(['changed', 'removed']),
  id: z.string(),
  name: z.string(),
  /** Players who hold it, rent it out or have it in progress. */
  players: amount,
  /** Units of an item, free and on hold. */
  units: amount,
  open_lots: amount,
  /** Unfinished craft and factory jobs and harvest runs. */
  jobs: amount,
  /** Units rented out. */
  rented: amount,
})
export type AffectedContent = z.infer<typeof affected>

/** An item that the pack removes although players have it or may still receive it. Prevents loading the pack. */
const obstacle = z.object({
  item_id: amount,
  name: z.string(),
  /** Units of all players, free and on hold. */
  units: amount,
  open_lots: amount,
  /** Whether work in progress may grant or return it. */
  is_under_way: z.boolean(),
})
export type ContentObstacle = z.infer<typeof obstacle>

const loadedPack = packHead.extend({
  loaded_at: unixSeconds,
  /** Packs are numbered from 1 in the order they were loaded. */
  number: amount,
})
export type LoadedPack = z.infer<typeof loadedPack>

export const contentContract = {
  calls: {
    'POST /admin/content': {
      ...consoleCall,
      summary: 'The loaded content pack, and the folders of packs that can be checked',
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
      summary: 'Validates another content pack and compares it with the loaded one, without changing anything',
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
        /** What prevents loading it. */
        obstacles: z.array(obstacle),
        /** Whether its store coins differ, which requires a restart. */
        needs_restart: z.boolean(),
        /** The number of the pack it was compared with. */
        compared_with: amount,
        /** How many entries the lists omit. */
        left_out: z.object({ findings: amount, changes: amount }),
      }),
    },
    'POST /admin/load-content': {
      ...consoleCall,
      summary: 'Switches all servers to a checked content pack, between two commands',
      access: OPERATOR_ACTIONS['content.load'],
      action: 'content.load',
      body: z.strictObject({
        folder,
        /** The digest of the checked pack; another one is rejected. */
        digest: z.string().regex(/^[0-9a-f]{64}$/),
        /** The number of the pack it was compared with; rejected if another was loaded meanwhile. */
        compared_with: amount,
        reason: givenReason,
        idempotency_key: idempotencyKey,
      }),
      response: z.object({ loaded: loadedPack }),
    },
  },
  errors: {
    pack_not_found: { status: 404, message: 'No such pack in the packs folder' },
    content_not_found: { status: 404, message: 'No such content' },
    content_changed: { status: 409, message: 'Another content pack was loaded meanwhile: check again' },
    pack_changed: { status: 409, message: 'The folder has changed since it was checked: check again' },
    content_in_use: { status: 409, message: 'Players have or may still receive items that it removes: {items}' },
    content_needs_restart: { status: 409, message: 'Different store coins need a restart: set CONTENT_DIR' },
  },
} as const satisfies ContractArea
