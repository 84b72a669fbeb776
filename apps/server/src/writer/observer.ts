import type { Command } from '@clutch/economy'
import type { Outcome } from './outcome.ts'

/** Counts what the writer does; must be quick, and must not throw. */
export interface WriterObserver {
  /** @param commands so many were in it @param timeMs how long the store took */
  batchCommitted(commands: number, timeMs: number): void
  answered(command: Command, outcome: Outcome<unknown>): void
}
