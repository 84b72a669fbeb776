import { describe, expect, it } from 'vitest'
import { findBannedPhrases } from './plain-english.ts'

describe('the phrase check', () => {
  it('reports each banned phrase with its line', () => {
    const phrases = ['Whoever', 'tells'] as const
    const text = `// ${phrases[0]} connects later\nconst a = 1\n// The hub ${phrases[1]} the client\n`
    expect(findBannedPhrases(text)).toEqual([
      [1, phrases[0]],
      [3, phrases[1]],
    ])
  })

  it('reports every phrase of a line', () => {
    const line = ['It', 'stands', 'beside', 'the', 'table'].join(' ')
    expect(findBannedPhrases(line).map(([, phrase]) => phrase)).toEqual(['beside', 'stands'])
  })

  it('ignores phrases inside longer words', () => {
    expect(findBannedPhrases('understands, besides, replies, bystanders')).toEqual([])
  })

  it('finds nothing in plain text', () => {
    expect(findBannedPhrases('Returns the lot, or undefined if it is not open.')).toEqual([])
  })
})
