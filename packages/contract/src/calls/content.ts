import * as z from 'zod'
import { amount, unixSeconds } from '../bounds.ts'
import type { Call } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { consoleCall } from './console-call.ts'

/** A folder's own name: no path, nothing hidden. */
export const CONTENT_FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

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

export const contentCalls = {
  'POST /admin/content': {
    ...consoleCall,
    summary: 'The content pack that is loaded, and the folders of others that can be checked',
    access: OPERATOR_ACTIONS['content.read'],
    action: 'content.read',
    body: z.strictObject({}),
    response: z.object({
      loaded: packHead.extend({ loaded_at: unixSeconds }),
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
    body: z.strictObject({ folder: z.string().regex(CONTENT_FOLDER_NAME) }),
    response: z.object({
      /** Null for a pack with problems. */
      pack: packHead.nullable(),
      findings: z.array(finding),
      /** The loaded pack first, the checked one second; null for a pack with problems. */
      difference: z.object({ changes: z.array(change), settings: z.array(z.string()) }).nullable(),
      affected: z.array(affected),
      /** How many more there are than the lists hold. */
      left_out: z.object({ findings: amount, changes: amount }),
    }),
  },
} as const satisfies Record<string, Call>
