import { parentPort, workerData } from 'node:worker_threads'
import { checkLasting, comparePacks, loadContentPack } from '@clutch/content'
import type { CheckedPack, CheckRequest } from './check-request.ts'
import { goneItems } from '@clutch/economy'
import { toCatalogue } from '../../content/to-catalogue.ts'
import { headOf } from './pack-head.ts'

/** Reads, checks and compares one pack, then exits. Its linear programs over the whole game are slow. */
const { folder, loaded } = workerData as CheckRequest
const read = await loadContentPack(folder)
const answer: CheckedPack = read.ok
  ? {
      pack: headOf(read.pack),
      problems: [],
      warnings: read.warnings,
      lasting: checkLasting(read.pack),
      difference: comparePacks(loaded, read.pack),
      gone: goneItems(toCatalogue(loaded), toCatalogue(read.pack)),
      needsRestart: JSON.stringify(loaded.storeCoins) !== JSON.stringify(read.pack.storeCoins),
    }
  : { pack: null, problems: read.problems, warnings: [], lasting: [], difference: null, gone: [], needsRestart: false }
parentPort?.postMessage(answer)
