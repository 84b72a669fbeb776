import path from 'node:path'
import { loadContentPack } from '../load/load-content-pack.ts'
import { formatProblem } from '../problem.ts'
import { EXIT_OK, EXIT_PROBLEMS, EXIT_USAGE, type Terminal } from './exit-codes.ts'

/** `validate DIR`: prints every problem and warning, then a summary. */
export async function runValidate(args: readonly string[], { print, folder }: Terminal): Promise<number> {
  const [target, ...excess] = args
  if (target === undefined || excess.length > 0) {
    print('Usage: npm run content -- validate DIR')
    return EXIT_USAGE
  }
  const result = await loadContentPack(path.resolve(folder, target))
  if (!result.ok) {
    for (const problem of result.problems) print(`problem: ${formatProblem(problem)}`)
    print(`The pack cannot be used: ${result.problems.length} problems.`)
    return EXIT_PROBLEMS
  }
  const { pack, warnings } = result
  for (const warning of warnings) print(`warning: ${formatProblem(warning)}`)
  const count = (type: string) => pack.items.filter((item) => item.type === type).length
  print(
    `${pack.name.en} (${pack.id} ${pack.version}) is valid: ${count('item') + count('other')} items, ` +
      `${count('bundle')} bundles, ${count('generator')} generators, ${pack.craftRecipes.length} craft recipes, ` +
      `${pack.pictures.length} pictures, ` +
      `${warnings.length} warnings.`,
  )
  return EXIT_OK
}
