import { randomUUID } from 'node:crypto'
import { ExportMaker } from '../areas/account/export-maker.ts'
import { deletionTasks } from '../areas/account/run-deletion.ts'
import { EXCHANGE_TASK } from '../areas/exchange/rows.ts'
import { compensationTasks, reviveRuns } from '../areas/compensation/run-task.ts'
import { runArchiveCommand } from '../archive/archive-command.ts'
import { runKeyCommand } from '../areas/server-keys/key-command.ts'
import { freezeTasks } from '../areas/freezes/clear-lots.ts'
import { playerTasks } from '../areas/players/refresh-name.ts'
import { portfolioTasks } from '../areas/portfolio/keep-days.ts'
import { retryUntilDone } from '../bus/retry-until-done.ts'
import { startTraderTalk } from '../demo/trader-talk.ts'
import { LiveTraders, runTraders } from '../demo/live-traders.ts'
import { makeBackup } from '../backup/backups.ts'
import { runBackups } from '../backup/run-backups.ts'
import type { Broadcaster } from '../live/broadcaster.ts'
import type { CopyWatch } from '../store/copy-watch.ts'
import { historyUpkeep } from '../store/history-upkeep.ts'
import type { Store } from '../store/store.ts'
import { TaskRunner } from '../tasks/task-runner.ts'
import { listenForControl } from './control-socket.ts'
import type { Game } from './open-game.ts'
import type { AreaServices } from './open-area-services.ts'
import { DEMO_SEED, type StartOptions } from './start-options.ts'

export interface StartWorkOptions extends Pick<StartOptions, 'config' | 'log' | 'nowMs'> {
  readonly broadcaster: Broadcaster
  readonly services: AreaServices
}

/** Starts background work: demo traders, tasks, reconciliation, backups. @returns a function that stops it */
export async function startWork(game: Game, options: StartWorkOptions): Promise<() => Promise<void>> {
  const { context, contents, bus, writer, copyWatch } = game
  const { config, log, nowMs, broadcaster } = options
  const { exchange, chat, reports, webhooks } = options.services
  const { store } = context
  const startTraders = (): LiveTraders => {
    const talk = startTraderTalk({ chat, broadcaster, config, pack: context.pack })
    // Only the server that runs the writer runs demo traders.
    return new LiveTraders({ ...context, writer }, DEMO_SEED, log, randomUUID(), talk).start(bus)
  }
  const traders = config.demo ? runTraders(contents, startTraders) : undefined
  const tasks = new TaskRunner({
    db: store.db,
    handlers: {
      ...playerTasks(config, store),
      ...portfolioTasks(store.db, context.fairPriceBoard, nowMs),
      ...exchange.tasks,
      ...reports.tasks,
      ...freezeTasks(context),
      ...compensationTasks(context),
      ...deletionTasks(context),
    },
    log,
    mayRun: (kind) => kind !== EXCHANGE_TASK || !copyWatch.isCopy,
  })
  bus.subscribe('economy', ({ updates }) => {
    if (updates.players?.hasTasks === true || updates.exchange !== undefined) tasks.wake()
    if (updates.content !== undefined) void retryUntilDone(() => contents.follow(), game.onListenerError)
  })
  await exchange.reconciliation.start()
  await reviveRuns(store.db)
  tasks.start()
  webhooks.delivery.start()
  const exports = new ExportMaker(store.slowDb, log)
  exports.start()
  const upkeep = historyUpkeep({ store, log, nowMs })
  upkeep.start()
  const stopBackups = runBackups(store, config, log)
  const closeControl = await openControl(store, config, copyWatch)
  return async () => {
    await Promise.all([closeControl(), stopBackups(), webhooks.delivery.stop()])
    await traders?.stop()
    await tasks.stop()
    await exports.stop()
    await upkeep.stop()
    await exchange.reconciliation.stop()
  }
}

/** Tools cannot open the embedded database while the server has it open, so they send their commands to it. */
function openControl(
  { db, slowDb, embedded }: Store,
  { dataDir, backups }: StartOptions['config'],
  copyWatch: CopyWatch,
): Promise<() => Promise<void>> {
  if (embedded === undefined) return Promise.resolve(() => Promise.resolve())
  return listenForControl(dataDir, {
    archive: (args) => runArchiveCommand(slowDb, dataDir, args),
    backup: () => makeBackup(embedded, { dataDir, backupDir: backups.folder }, 'manual'),
    'server-key': (args) => runKeyCommand(db, args),
    adopt: () => copyWatch.adopt(),
  })
}
