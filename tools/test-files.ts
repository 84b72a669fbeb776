import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's in-memory file system. */
const MEMORY_FOLDER = '/dev/shm'
/** Several times the space of all stores of concurrent tests. */
const ROOM_WANTED_BYTES = 2 * 2 ** 30

/** Whether there is enough memory for test files. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= ROOM_WANTED_BYTES
}

/**
 * Folder for temporary test databases, in memory if there is room: creating the thousand files of a store on disk takes
 * up to a second of CPU time.
 */
export function testFilesFolder(): string {
  return hasRoomInMemory() ? MEMORY_FOLDER : tmpdir()
}
