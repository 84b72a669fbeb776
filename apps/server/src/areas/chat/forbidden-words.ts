import { hasAccents, skeletonOf, wordSkeletonOf } from './skeleton.ts'

/** Letters, digits, and symbols used as letters. */
const WORD = /[\p{L}\p{N}\p{M}@$!|]+/gu
/** Scripts without spaces between words: their entries match anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Number of consecutive single letters that are joined into a word. */
const SPELLED_LETTERS_MIN = 3

/**
 * Finds forbidden words in messages: whole words and phrases, with `*` at an end for any letters, despite look-alikes,
 * repeated letters, spaced-out letters and punctuation within words (rules §12). An entry without accents matches with any
 * accents; an entry with accents matches only with them, because without them it is often a harmless word.
 */
export class ForbiddenWords {
  readonly #plain = new WordList()
  readonly #accented = new WordList()

  /** @param entries of the pack, in any language */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      if (hasAccents(entry)) this.#accented.add(entry, skeletonOf(entry.replaceAll('*', ''), 'kept'))
      else this.#plain.add(entry, skeletonOf(entry.replaceAll('*', '')))
    }
  }

  /** Whether a message contains a forbidden word. */
  isIn(text: string): boolean {
    return this.#plain.isIn(skeletonOf(text)) || this.#accented.isIn(skeletonOf(text, 'kept'))
  }
}

/** Entries that are matched against one kind of skeleton. */
class WordList {
  readonly #whole = new Set<string>()
  readonly #prefixes = new Set<string>()
  readonly #suffixes = new Set<string>()
  readonly #anywhere: string[] = []
  #phraseWordsMax = 1

  isIn(skeleton: string): boolean {
    const squeezed = skeleton.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '').replaceAll(/(.)\1+/gu, '$1')
    if (this.#anywhere.some((part) => squeezed.includes(part))) return true
    const words = wordsOf(skeleton)
    return words.some((word) => this.#isForbidden(word)) || this.#hasPhrase(words) || this.#isSpelled(skeleton)
  }

  add(entry: string, skeleton: string): void {
    const isPrefix = entry.endsWith('*')
    const isSuffix = entry.startsWith('*')
    const words = wordsOf(skeleton)
    const key = words.join(' ')
    if (key === '') return
    if (UNSPACED.test(key) || (isPrefix && isSuffix)) this.#anywhere.push(key.replaceAll(' ', ''))
    else if (isPrefix) this.#prefixes.add(key)
    else if (isSuffix) this.#suffixes.add(key)
    else this.#whole.add(key)
    this.#phraseWordsMax = Math.max(this.#phraseWordsMax, words.length)
  }

  #isForbidden(text: string): boolean {
    if (this.#whole.has(text)) return true
    for (let end = 1; end <= text.length; end += 1) {
      if (this.#prefixes.has(text.slice(0, end)) || this.#suffixes.has(text.slice(text.length - end))) return true
    }
    return false
  }

  #hasPhrase(words: readonly string[]): boolean {
    for (let size = 2; size <= this.#phraseWordsMax; size += 1) {
      for (let start = 0; start + size <= words.length; start += 1) {
        if (this.#isForbidden(words.slice(start, start + size).join(' '))) return true
      }
    }
    return false
  }

  /** Matches `f u c k`, `f.u.c.k` and `f-uck`. */
  #isSpelled(skeleton: string): boolean {
    const chunks = skeleton
      .split(/\s+/u)
      .map((chunk) => wordSkeletonOf(chunk.replaceAll(/[^\p{L}\p{N}\p{M}@$!|]/gu, '')))
    if (chunks.some((chunk) => this.#isForbidden(chunk))) return true
    let spelled = ''
    for (const chunk of [...chunks, '']) {
      if (Array.from(chunk).length === 1) {
        spelled += chunk
        continue
      }
      if (spelled.length >= SPELLED_LETTERS_MIN && this.#isForbidden(wordSkeletonOf(spelled))) return true
      spelled = ''
    }
    return false
  }
}

/** The words of a skeleton; symbols at their ends count as punctuation. */
function wordsOf(skeleton: string): string[] {
  return (skeleton.match(WORD) ?? [])
    .map((word) => wordSkeletonOf(word.replaceAll(/^[!|]+|[!|]+$/gu, '')))
    .filter((word) => word !== '')
}
