import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Finds phrases that docs/style.md bans in code, comments, documentation and English interface texts. Part of `npm run
 * check`. Prints each hit as `file:line: phrase: the line`; arguments limit the search to these paths.
 */
const BANNED: readonly RegExp[] = [
  /\bwhoever\b/i,
  /\bwhatever one\b/i,
  /\bnobody but\b/i,
  /\bsomebody\b/i,
  /\banew\b/i,
  /\bbeside\b/i,
  /\b(?:told|tells)\b/i,
  /\bstands\b/i,
  /\blies\b/i,
  /\bgoes first\b/i,
  /\bso many\b/i,
  /\bof its own\b/i,
  /\bby itself\b/i,
  /\bcomes of\b/i,
  /\bis there\b/,
  /\bas it comes\b/i,
  /\bin turn\b/i,
  /\bno more than that\b/i,
  /\bwhat is not\b/i,
  /\bhas it that\b/i,
]

/** Text written in English; content packs and other languages have separate rules. */
const READ = /\.(?:ts|tsx|mjs|css|md|yml|service)$|locales\/en\/\w+\.json$/
/** Files that quote the banned phrases. */
const QUOTING: ReadonlySet<string> = new Set(['docs/style.md', 'tools/plain-english.ts', 'tools/plain-english.test.ts'])
const SKIPPED = /(?:^|\/)(?:packs|fixtures|generated)\//

/** Banned phrases in a text, as pairs of the line number (from 1) and the phrase. */
export function findBannedPhrases(text: string): readonly (readonly [number, string])[] {
  return text.split('\n').flatMap((line, index) => {
    const hits = BANNED.flatMap((phrase) => phrase.exec(line)?.[0] ?? [])
    return hits.map((hit) => [index + 1, hit] as const)
  })
}

if (import.meta.main) {
  const paths = execFileSync('git', ['ls-files', ...process.argv.slice(2)], { encoding: 'utf8' }).split('\n')
  // A file deleted from the working tree is listed until that is staged.
  const read = paths.filter((path) => READ.test(path) && !QUOTING.has(path) && !SKIPPED.test(path) && existsSync(path))
  let count = 0
  for (const path of read) {
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    for (const [number, phrase] of findBannedPhrases(text)) {
      count += 1
      console.log(`${path}:${number}: ${phrase}: ${lines[number - 1]?.trim() ?? ''}`)
    }
  }
  console.log(`${count} banned phrases in ${read.length} files`)
  if (count > 0) process.exitCode = 1
}
