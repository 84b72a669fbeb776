import path from 'node:path'
import { checkLasting } from '../lasting/check-lasting.ts'
import { loadContentPack } from '../load/load-content-pack.ts'
import { formatProblem } from '../problem.ts'
import { EXIT_OK, EXIT_PROBLEMS, EXIT_USAGE, type Terminal } from './exit-codes.ts'

/** `check DIR`: whether a world made of the pack can go on for ever by itself. */
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
    print(`A world of ${pack.name.en} (${pack.id} ${pack.version}) would not last: ${problems.length} problems.`)
    return EXIT_PROBLEMS
  }
  print(
    `A world of ${pack.name.en} (${pack.id} ${pack.version}) lasts: all that is used up has a source, no loop mints.`,
  )
  return EXIT_OK
}
