import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
export const DIST = join(FOLDER, 'dist')

/** `npm run build -w @clutch/client`: compiles the client into `dist`, a package that Node 20 and bundlers can load. */
export function buildClient(): void {
  execFileSync('tsc', ['-p', FOLDER, '--noEmit', 'false', '--outDir', DIST], { stdio: 'inherit' })
  const { name, version, type, sideEffects, dependencies, engines } = JSON.parse(
    readFileSync(join(FOLDER, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  const description = {
    name,
    version,
    license: 'Apache-2.0',
    type,
    sideEffects,
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './live': { types: './live.d.ts', default: './live.js' },
    },
    engines,
    dependencies,
  }
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`)
  // Already JavaScript, which the compiler leaves alone.
  cpSync(join(FOLDER, 'src', 'gen', 'live'), join(DIST, 'gen', 'live'), { recursive: true })
  copyFileSync(join(FOLDER, 'README.md'), join(DIST, 'README.md'))
}

if (import.meta.main) buildClient()
