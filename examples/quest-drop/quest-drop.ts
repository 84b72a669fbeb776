import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { ClutchError, createServerClient, unwrap } from '@clutch/client'

/**
 * A game's server that grants quest drops, each exactly once. It reads drops from standard input, one JSON object a line:
 *
 *     echo '{"id": "quest-17:1", "steam_id": "76561198000000101", "items": [{"item_id": 1001, "delta": 3}]}' |
 *       CLUTCH=http://localhost:3000 KEY=clk_… node examples/quest-drop/quest-drop.ts drops.journal
 *
 * - The id names the drop (quest and attempt), so that sending it twice grants it once.
 * - A drop is in the journal, on disk, before the first attempt. After a crash, whatever the journal does not mark as
 *   finished is sent again.
 * - A response that was lost, or an outage of Clutch, is no failure: the same call is sent until there is a response.
 */
interface Drop {
  readonly id: string
  readonly steam_id: string
  readonly items: { item_id: number; delta: number }[]
}

/** A line of the journal: a drop to grant, or the end of one. */
type Entry = { readonly drop: Drop } | { readonly finished: string; readonly error?: string }

const RETRY_AFTER_MS = 1_000
const { CLUTCH: url = 'http://localhost:3000', KEY: key = '' } = process.env
const clutch = createServerClient({ url, key, timeoutMs: 10_000 })

const path = process.argv[2] ?? 'drops.journal'
const entries = readJournal()
const journal = openSync(path, 'a')
const finished = new Set(entries.flatMap((entry) => ('finished' in entry ? [entry.finished] : [])))
const known = new Set(entries.flatMap((entry) => ('drop' in entry ? [entry.drop.id] : [])))

for (const entry of entries) if ('drop' in entry && !finished.has(entry.drop.id)) await grant(entry.drop)
for await (const line of createInterface(process.stdin)) {
  const drop = JSON.parse(line) as Drop
  if (known.has(drop.id)) continue
  known.add(drop.id)
  append({ drop })
  await grant(drop)
}
closeSync(journal)

async function grant({ id, steam_id, items }: Drop): Promise<void> {
  for (;;) {
    try {
      const result = await clutch.PUT('/api/server/v1/players/{steam_id}/transactions/{transaction_id}', {
        params: { path: { steam_id, transaction_id: id } },
        body: { kind: 'quest_drop', items, create_player: true },
      })
      const { replayed } = unwrap(result)
      append({ finished: id })
      return console.log(`${id} ${replayed ? 'was granted before' : 'granted'}`)
    } catch (error) {
      if (error instanceof ClutchError && isRejection(error)) {
        append({ finished: id, error: error.code })
        return console.error(`${id} rejected: ${error.message}`)
      }
      console.error(`${id} sent again, after: ${String(error)}`)
      await wait(RETRY_AFTER_MS)
    }
  }
}

/** Whether Clutch has decided about the drop. Anything else says nothing about it. */
function isRejection({ status, code }: ClutchError): boolean {
  return status < 500 && status !== 429 && !['invalid_key', 'economy_frozen', 'unexpected_response'].includes(code)
}

/** Appends to the journal, and returns once that is on disk. */
function append(entry: Entry): void {
  writeSync(journal, `${JSON.stringify(entry)}\n`)
  fsyncSync(journal)
}

/** Reads the journal. A last line without an end was being written during a crash, before its drop was sent. */
function readJournal(): Entry[] {
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  const file = openSync(path, 'r+')
  ftruncateSync(file, Buffer.byteLength(complete))
  closeSync(file)
  return complete.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Entry]))
}
