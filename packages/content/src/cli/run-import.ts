import path from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { readIconNames } from '../checks/icons.ts'
import { MAX_BUNDLE_STRING_LENGTH } from '../limits.ts'
import { readJson } from '../load/read-folder.ts'
import { formatProblem } from '../problem.ts'
import { importDefinitions } from '../steam/import-definitions.ts'
import { writeImportedPack } from '../steam/write-pack.ts'
import { EXIT_OK, EXIT_PROBLEMS, EXIT_USAGE, type Terminal } from './exit-codes.ts'

const DEFAULT_OUT = 'imported-pack'
const weightsFile = z.record(z.string().regex(/^\d{1,6}$/), z.string().max(MAX_BUNDLE_STRING_LENGTH))

/** `import-steam FILE`: writes a pack, or prints why there is none. */
export async function runImport(args: readonly string[], { print, folder }: Terminal): Promise<number> {
  const options = readOptions(args)
  if (!options.ok) {
    print(
      `${options.message}\nUsage: npm run content -- import-steam FILE [--out DIR] [--weights FILE] [--skip-broken]`,
    )
    return EXIT_USAGE
  }
  const source = await readJson(path.resolve(folder, options.file))
  if (!source.ok) {
    print(`problem: ${options.file}: ${source.message}`)
    return EXIT_PROBLEMS
  }
  const weights = await readWeights(folder, options.weights)
  if (!weights.ok) {
    print(`problem: ${options.weights ?? ''}: ${weights.message}`)
    return EXIT_PROBLEMS
  }
  const { files, problems, notes, counts } = importDefinitions(source.value, {
    sourceName: path.basename(options.file),
    weights: weights.value,
    skipBroken: options.skipBroken,
    icons: await readIconNames(),
  })
  for (const note of notes) print(`note: ${formatProblem(note)}`)
  for (const problem of problems) print(`problem: ${formatProblem(problem)}`)
  if (files === null) {
    print(`Nothing was written: ${problems.length} problems. --skip-broken leaves the broken entries out.`)
    return EXIT_PROBLEMS
  }
  const written = await writeImportedPack(path.resolve(folder, options.out), files)
  if (!written.ok) {
    print(`problem: ${written.message}`)
    return EXIT_PROBLEMS
  }
  for (const kept of written.kept) print(`note: ${kept} was there already and is kept.`)
  print(
    `${options.out} written: ${counts.items} items, ${counts.bundles} bundles, ${counts.generators} generators` +
      `${problems.length > 0 ? `; broken entries were left out (${problems.length} problems)` : ''}.`,
  )
  return problems.length > 0 ? EXIT_PROBLEMS : EXIT_OK
}

type Options =
  | { ok: true; file: string; out: string; weights: string | undefined; skipBroken: boolean }
  | { ok: false; message: string }

function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string', default: DEFAULT_OUT },
        weights: { type: 'string' },
        'skip-broken': { type: 'boolean', default: false },
      },
    })
    const [file, ...excess] = positionals
    if (file === undefined || excess.length > 0) return { ok: false, message: 'Name one definition file.' }
    return { ok: true, file, out: values.out, weights: values.weights, skipBroken: values['skip-broken'] }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

type Weights = { ok: true; value: ReadonlyMap<number, string> } | { ok: false; message: string }

async function readWeights(folder: string, file: string | undefined): Promise<Weights> {
  if (file === undefined) return { ok: true, value: new Map() }
  const read = await readJson(path.resolve(folder, file))
  if (!read.ok) return read
  const parsed = weightsFile.safeParse(read.value)
  if (!parsed.success) return { ok: false, message: 'The file must hold bundle strings by item id.' }
  return { ok: true, value: new Map(Object.entries(parsed.data).map(([id, text]) => [Number(id), text])) }
}
