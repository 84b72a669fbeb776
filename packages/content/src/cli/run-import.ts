import path from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { readIconNames } from '../checks/icons.ts'
import type { PackChange } from '../compare/compare-packs.ts'
import { MAX_BUNDLE_STRING_LENGTH, MAX_REPORTED_PROBLEMS } from '../limits.ts'
import { parseLenientJson, valueOf } from '../load/json-text.ts'
import { readTextFile } from '../load/read-folder.ts'
import { formatProblem } from '../problem.ts'
import { importDefinitions } from '../steam/import-definitions.ts'
import type { SourceFile } from '../steam/read-definitions.ts'
import { writeImportedPack } from '../steam/write-pack.ts'
import { EXIT_OK, EXIT_PROBLEMS, EXIT_USAGE, type Terminal } from './exit-codes.ts'

const DEFAULT_OUT = 'imported-pack'
const USAGE = 'Usage: npm run content -- import-steam FILE... [--out DIR] [--weights FILE] [--skip-broken]'
const weightsFile = z.record(z.string().regex(/^\d{1,10}$/), z.string().max(MAX_BUNDLE_STRING_LENGTH))

/**
 * `import-steam FILE...`: writes a pack and reports each entry that was changed or left out, or prints why it failed.
 */
export async function runImport(args: readonly string[], { print, folder }: Terminal): Promise<number> {
  const options = readOptions(args)
  if (!options.ok) {
    print(`${options.message}\n${USAGE}`)
    return EXIT_USAGE
  }
  const sources = await readSources(folder, options.files)
  const weights = await readWeights(folder, options.weights)
  if (!sources.ok || !weights.ok) {
    for (const read of [sources, weights])
      if (!read.ok) for (const message of read.messages) print(`problem: ${message}`)
    return EXIT_PROBLEMS
  }
  const icons = await readIconNames()
  const { files, problems, leftOut, notes, counts } = importDefinitions(sources.value, {
    weights: weights.value,
    skipBroken: options.skipBroken,
    icons,
  })
  for (const note of notes) print(`note: ${formatProblem(note)}`)
  for (const part of leftOut) print(`left out: ${formatProblem(part)}`)
  for (const problem of problems) print(`problem: ${formatProblem(problem)}`)
  if (files === null) {
    print(`Nothing was written. Problems: ${problems.length}. --skip-broken leaves the broken entries out.`)
    return EXIT_PROBLEMS
  }
  const written = await writeImportedPack(path.resolve(folder, options.out), files, icons)
  if (!written.ok) {
    for (const problem of written.problems) print(`problem: ${formatProblem(problem)}`)
    print('Nothing was written.')
    return EXIT_PROBLEMS
  }
  if (written.kept.length > 0) print(`kept: ${written.kept.join(', ')}`)
  if (written.isReplaced) printChanges(print, written.changes)
  print(
    `${options.out} written: ${counts.items} items, ${counts.bundles} bundles, ${counts.generators} generators, ` +
      `${counts.recipes} recipes. Left out: ${leftOut.length}. Notes: ${notes.length}. Problems: ${problems.length}.`,
  )
  return problems.length > 0 ? EXIT_PROBLEMS : EXIT_OK
}

const CHANGE_WORDS: Readonly<Record<PackChange['change'], string>> = {
  added: 'new',
  changed: 'changed',
  removed: 'gone',
}

/** Prints what an import replaces. */
function printChanges(print: Terminal['print'], changes: readonly PackChange[] | undefined): void {
  if (changes === undefined) {
    print('replaced: the earlier import, which could not be read')
    return
  }
  for (const { kind, change, id, name, fields } of changes.slice(0, MAX_REPORTED_PROBLEMS)) {
    const what = fields.length === 0 ? '' : ` (${fields.join(', ')})`
    print(`replaced: ${kind.replace('_', ' ')} ${id} "${name}" is ${CHANGE_WORDS[change]}${what}`)
  }
  const count = (wanted: PackChange['change']) => changes.filter(({ change }) => change === wanted).length
  print(`replaced: the earlier import: ${count('added')} new, ${count('changed')} changed, ${count('removed')} gone`)
}

type Options =
  | { ok: true; files: readonly string[]; out: string; weights: string | undefined; skipBroken: boolean }
  | { ok: false; message: string }

function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals: files } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string', default: DEFAULT_OUT },
        weights: { type: 'string' },
        'skip-broken': { type: 'boolean', default: false },
      },
    })
    if (files.length === 0) return { ok: false, message: 'Name at least one definition file.' }
    return { ok: true, files, out: values.out, weights: values.weights, skipBroken: values['skip-broken'] }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

type Read<T> = { ok: true; value: T } | { ok: false; messages: readonly string[] }

/** Reads all definition files, using the shortest distinct names. */
async function readSources(folder: string, files: readonly string[]): Promise<Read<readonly SourceFile[]>> {
  const sources: SourceFile[] = []
  const messages: string[] = []
  const bases = files.map((file) => path.basename(file))
  const areDistinct = new Set(bases).size === bases.length
  for (const file of files) {
    const read = await readTextFile(path.resolve(folder, file))
    if (read.ok) sources.push({ name: areDistinct ? path.basename(file) : file, text: read.text })
    else messages.push(`${file}: ${read.message}`)
  }
  return messages.length > 0 ? { ok: false, messages } : { ok: true, value: sources }
}

async function readWeights(folder: string, file: string | undefined): Promise<Read<ReadonlyMap<number, string>>> {
  if (file === undefined) return { ok: true, value: new Map() }
  const read = await readTextFile(path.resolve(folder, file))
  if (!read.ok) return { ok: false, messages: [`${file}: ${read.message}`] }
  const { root, faults } = parseLenientJson(read.text)
  if (faults.length > 0) {
    const messages = faults.map(({ line, column, message }) => `${file}: Line ${line}, column ${column}: ${message}`)
    return { ok: false, messages }
  }
  const parsed = weightsFile.safeParse(root === undefined ? undefined : valueOf(root))
  if (!parsed.success) return { ok: false, messages: [`${file}: The file must hold bundle strings by item id.`] }
  return { ok: true, value: new Map(Object.entries(parsed.data).map(([id, text]) => [Number(id), text])) }
}
