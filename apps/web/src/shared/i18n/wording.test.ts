import { readFileSync, readdirSync } from 'node:fs'
import { LANGUAGES } from '@clutch/contract/constants'
import { expect, test } from 'vitest'

type Language = (typeof LANGUAGES)[number]

/** Rejected synonyms and the term to use (docs/glossary.md). */
const SECOND_WORDS: Record<Language, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/\bdelist/i, 'cancel'],
    [/\bdelete selected/i, 'cancel selected'],
    [/\bdeal(s|t|ing)?\b/i, 'trade'],
    [/\bbest offer/i, 'cheapest offer'],
    [/\bwaiting in the book/i, 'open lot'],
  ],
  ru: [
    [/(^|\s)ордер/i, 'заявка'],
    [/стакан\S* заявок/i, 'стакан'],
    [/удерж(ан|ании)/i, 'в резерве'],
    [/(отмен\S+|откладыва\S+|отложен\S*) (все )?лот/i, 'снять лот'],
    [/лот\S* отмен/i, 'снять лот'],
  ],
  pt: [
    [/livro de ofertas/i, 'livro de ordens'],
    [/minhas ofertas|oferta de (compra|venda)/i, 'lote'],
    [/transaç/i, 'negócio'],
    [/\bretid[ao]/i, 'reservado'],
    [/retirar (o|os) lote|lotes? para retirar/i, 'cancelar'],
    [/\bstock\b/i, 'estoque'],
  ],
  tr: [
    [/(^|\s)lot(un?|lar|u)?(\s|$)/i, 'ilan'],
    [/(^|\s)para(s[ıi]\S*|lar\S*|n[ıi]z\S*|ya|y[ıi])?(\s|:|,|$)/i, 'jeton'],
    [/sikke/i, 'jeton'],
    [/(en ucuz|en iyi|en yüksek) teklif/i, 'satış emri, alış emri'],
    [/(pazar|^)ücret/i, 'komisyon'],
    [/ilan\S* kald[ıi]r/i, 'iptal'],
    [/bloke/i, 'ayrılan'],
  ],
  ja: [
    [/出品/, '注文'],
    [/キャンセル/, '取り消す'],
    [/取消/, '取り消し'],
    [/拘束/, '保留'],
    [/(?<!Steam)インベントリ(?!をまとめ)/, '持ち物'],
    [/注文.*取り下げ|取り下げ.*注文/, '取り消す'],
    [/コイン(へ|から)交換/, '両替'],
  ],
  zh: [
    [/您/, '你'],
    [/取消挂单|下架/, '撤销'],
    [/货币/, '硬币'],
    [/(?<!惊喜|商店|金|银|铜|硬)币/, '硬币'],
  ],
}

/** Texts quoted by the specification. */
const KEPT: Partial<Record<Language, readonly string[]>> = { en: ['market:lots.select_first'] }

test.each(LANGUAGES)('in %s each thing has one term', (language) => {
  const found = readTexts(language).flatMap(([key, text]) =>
    SECOND_WORDS[language]
      .filter(([word]) => word.test(text) && !KEPT[language]?.includes(key))
      .map(([, instead]) => `${key}: "${text}", better: ${instead}`),
  )
  expect(found).toEqual([])
})

function readTexts(language: Language): [key: string, text: string][] {
  const folder = new URL(`../../locales/${language}/`, import.meta.url)
  return readdirSync(folder).flatMap((file) =>
    flatten(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), `${file.replace('.json', '')}:`),
  )
}

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key.replace(/\.$/, ''), value]]
  return Object.entries(value as object).flatMap(([name, inner]) => flatten(inner, `${key}${name}.`))
}
