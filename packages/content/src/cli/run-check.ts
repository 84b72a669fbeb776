import path from 'node:path'
import { checkLasting } from '../lasting/check-lasting.ts'
import { loadContentPack } from '../load/load-content-pack.ts'
import { formatProblem } from '../problem.ts'
import { EXIT_OK, EXIT_PROBLEMS, EXIT_USAGE, type Terminal } from './exit-codes.ts'

/** `check DIR`: checks that the pack's economy is sustainable. */
export async function runCheck(args: readonly string[], { print, folder }: Terminal): Promise<number> {
  const [target, ...excess] = args
  if (target === undefined || excess.length > 0) {
    print('Usage: npm run content -- check DIR')
    return EXIT_USAGE
  }
  const loaded = await loadContentPack(path.resolve(folder, target))
  const problems = loaded.ok ? checkLasting(loaded.pack) : loaded.problems
  for (const problem of problems) print(`problem: ${formatProblem(problem)}`)
  if (!loaded.ok) {
    print(`The pack cannot be used: ${problems.length} problems.`)
    return EXIT_PROBLEMS
  }
  const { pack } = loaded
  if (problems.length > 0) {
    print(`A world of ${pack.name.en} (${pack.id} ${pack.version}) is not sustainable: ${problems.length} problems.`)
    return EXIT_PROBLEMS
  }
  print(
    `A world of ${pack.name.en} (${pack.id} ${pack.version}) is sustainable: everything consumed has a source, and no loop creates items.`,
  )
  return EXIT_OK
}
