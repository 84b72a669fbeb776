import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** What the stores of all tests that run at once take, several times over. */
const ROOM_WANTED_BYTES = 2 * 2 ** 30

/** Whether tests may keep files in memory. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= ROOM_WANTED_BYTES
}

/**
 * Where tests keep databases that they fill and throw away: in memory where there is room. A disk's file system takes
 * up to a second of the processor to find places for the thousand files of a store beside those just deleted.
 */
export function testFilesFolder(): string {
  return hasRoomInMemory() ? MEMORY_FOLDER : tmpdir()
}
