import { loadContentPack } from '@clutch/content'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ForbiddenWords } from './forbidden-words.ts'

const words = new ForbiddenWords([
  'grumblewort',
  'mürr',
  'mud hen',
  'скотина',
  'snark*',
  '*bucket',
  '馬鹿',
  'ばか',
  'aptal',
])

describe('forbidden words', () => {
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
    'grumbIewort',
    'grumb1ewort',
    'grumb|ewort',
    'gruмblewоrт',
    'grumblew0rt',
    '6rum8lew0rt',
    'grumbl€wort',
    '𝐠𝐫𝐮𝐦𝐛𝐥𝐞𝐰𝐨𝐫𝐭',
    '𝔤𝔯𝔲𝔪𝔟𝔩𝔢𝔴𝔬𝔯𝔱',
    '𝚐𝚛𝚞𝚖𝚋𝚕𝚎𝚠𝚘𝚛𝚝',
    'ⓖⓡⓤⓜⓑⓛⓔⓦⓞⓡⓣ',
    '⒢⒭⒰⒨⒝⒧⒠⒲⒪⒭⒯',
    '🄶🅁🅄🄼🄱🄻🄴🅆🄾🅁🅃',
    '🅖🅡🅤🅜🅑🅛🅔🅦🅞🅡🅣',
    '🅶🆁🆄🅼🅱🅻🅴🆆🅾🆁🆃',
    '🇬🇷🇺🇲🇧🇱🇪🇼🇴🇷🇹',
    'ɢʀᴜᴍʙʟᴇᴡᴏʀᴛ',
    'ᵍʳᵘᵐᵇˡᵉʷᵒʳᵗ',
    'grumblewοrτ',
    'ցrumbleԝօrt',
    'ǥrumbłewørŧ',
    'ġ̶r̶u̶m̶b̶l̶e̶w̶o̶r̶t̶',
    'g\u0301\u0302\u0303r\u0300umblewort',
    'grum\u00ADblewort',
    'grum\uFE0Fblewort',
    'grum\u034Fblewort',
    'grum\u{E0062}blewort',
    'grum\u17B4ble\u2063wort',
    'ꓖꓣꓴꓟꓐꓡꓰꓪꓳꓣꓔ',
    'grum_ble*wort',
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
    'MÜRR',
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
    'murr',
    'ばら',
    'はかまいり',
    'a b c d e f',
    'wort | grumble',
    '',
  ])('are not found in %j', (text) => {
    expect(words.isIn(text)).toBe(false)
  })
})

describe('the forbidden words of the demo pack', async () => {
  const loaded = await loadContentPack(
    fileURLToPath(new URL('../../../../../packages/content/packs/demo', import.meta.url)),
  )
  if (!loaded.ok) throw new Error('the demo pack is invalid')
  const { pack } = loaded
  const demoWords = new ForbiddenWords(pack.chatWords)

  it.each([
    'I got iron, got it?',
    'a nice picture',
    'pickaxe, picks and a picnic',
    'fire retardant 5k',
    'viaduct',
    'shiitake soup',
    'Scunthorpe',
    'Götürdüm',
    'путана',
    'ебонит',
    'мудрый',
    'хуже',
    'peça, picar, gota, gotas, fogo',
  ])('leave %j alone', (text) => {
    expect(demoWords.isIn(text)).toBe(false)
  })

  it('match no name or description of an item', () => {
    const texts = pack.items.flatMap(({ names, descriptions }) => [
      ...Object.values(names),
      ...Object.values(descriptions),
    ])
    expect(texts.filter((text) => demoWords.isIn(text))).toEqual([])
  })

  it.each(['you retard', 'retarded', 'RETARDS!', 'piç', 'göt', 'hay göt'])('match %j', (text) => {
    expect(demoWords.isIn(text)).toBe(true)
  })
})
