import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A page of memory, so that no space is left once no more chunks fit. */
const CHUNK = Buffer.alloc(4_096)
const FILLER = 'filler'

/** A separate disk that can be filled to the last byte, and freed again. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  free(): void
  remove(): void
}

/** Whether this machine allows mounting disks: only root can, and not inside every container. */
export function canMountDisks(): boolean {
  if (process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'clutch-disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (isMounted) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
  if (!isMounted) console.warn('disks cannot be mounted here: none is filled')
  return isMounted
}

/** @throws where disks cannot be mounted: see `canMountDisks` */
export function mountSmallDisk(sizeMb: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder])
  return {
    folder,
    fill() {
      const file = openSync(join(folder, FILLER), 'a')
      try {
        for (;;) writeSync(file, CHUNK)
      } catch {
        closeSync(file)
      }
    },
    free: () => rmSync(join(folder, FILLER)),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
