import { describe, expect, it } from 'vitest'
import { ForbiddenWords } from './forbidden-words.ts'

const words = new ForbiddenWords(['grumblewort', 'mud hen', 'скотина', 'snark*', '*bucket', '馬鹿', 'ばか', 'aptal'])

describe('words that nobody may say', () => {
  it.each([
    'you grumblewort',
    'GRUMBLEWORT!!!',
    'gruuumblewoooort',
    'g r u m b l e w o r t',
    'g.r.u.m.b.l.e.w.o.r.t',
    'grumble-wort',
    'grum\u200bblewort',
    'ｇｒｕｍｂｌｅｗｏｒｔ',
    'grümblewört',
    'grumbIewort'.replace('I', 'l'),
    'gruмblewоrт',
    'grumb1ewort'.replace('1', 'l'),
    'grumblew0rt',
    'a mud hen, he is',
    'a mud-hen',
    'Скотина',
    'ckотинa',
    'ты скотиинаа',
    'snarky people',
    'slopbucket',
    'お前は馬鹿だ',
    'この、ば か',
    'APTAL',
  ])('are found in %j', (text) => {
    expect(words.isIn(text)).toBe(true)
  })

  it.each([
    'a grumble and a wort',
    'grumbleworts are plants',
    'mud and a hen',
    'скотинами',
    'a bucket list'.replace('bucket', 'buckets'),
    'selling 100 bread for 1000',
    'ばら',
    'はかまいり',
    'a b c d e f',
    '',
  ])('are not found in %j', (text) => {
    expect(words.isIn(text)).toBe(false)
  })
})
