/** Letters of other scripts, and digits, that look like a Latin letter. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '|': 'l',
  i: 'l',
  ı: 'l',
}
/** Shorter names that differ by a letter are different names. */
const ONE_LETTER_FROM_LENGTH = 5

/** A name reduced to what readers notice: look-alike letters are equal, and punctuation is dropped. */
function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|]/gu, '')
  return Array.from(plain, (letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Whether one name could be taken for another: letters that look alike, or one letter more, less or other. */
export function looksLike(one: string, other: string): boolean {
  const [a, b] = [skeletonOf(one), skeletonOf(other)]
  // Names of nothing but signs have no letters to compare.
  if (a === '' || b === '') return one.trim() === other.trim()
  if (a === b) return true
  return Math.min(a.length, b.length) >= ONE_LETTER_FROM_LENGTH && isOneEditAway(a, b)
}

function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end <= 1
}

/** The first of some names that a name could be taken for, of another player than its own. */
export function findSimilar(
  player: { readonly user_uuid: string; readonly name: string },
  others: readonly { readonly user_uuid: string; readonly name: string }[],
): string | undefined {
  return others.find(({ user_uuid, name }) => user_uuid !== player.user_uuid && looksLike(player.name, name))?.name
}
