import type { Language } from '@clutch/contract'
import type { Rng, Side } from '@clutch/economy'

/** An offer that a trader has just placed and that rests in the book. */
export interface MadeOffer {
  readonly side: Side
  readonly itemId: number
  readonly price: number
  readonly count: number
}

/** Message templates by language and side; the client renders the item with its picture and live price. */
const SAYINGS: Readonly<Record<Language, Readonly<Record<Side, readonly string[]>>>> = {
  en: {
    sell: [
      'Selling {count} × {item} at {price} each.',
      '{item}: {count} on my stall, {price} a piece.',
      'Who needs {item}? I ask {price}, there are {count}.',
    ],
    buy: [
      'Buying {count} × {item}, I pay {price} each.',
      'Looking for {item}: {price} a piece for {count}.',
      'Anybody with {item} to spare? My bid is {price}, for {count}.',
    ],
  },
  ru: {
    sell: [
      'Продаю {item}: {count} шт. по {price}.',
      '{item}, {count} шт. на прилавке, прошу {price} за штуку.',
      'Кому {item}? Отдаю по {price}, есть {count} шт.',
    ],
    buy: [
      'Куплю {item}: {count} шт. по {price}.',
      'Ищу {item}, плачу {price} за штуку, нужно {count}.',
      'У кого лишний {item}? Возьму {count} шт. по {price}.',
    ],
  },
  pt: {
    sell: [
      'Vendo {count} × {item} a {price} cada.',
      '{item} na minha banca: {count}, a {price} cada.',
      'Quem precisa de {item}? Peço {price}, tenho {count}.',
    ],
    buy: [
      'Compro {count} × {item}, pago {price} cada.',
      'Procuro {item}: {price} cada, quero {count}.',
      'Alguém com {item} a mais? Ofereço {price}, por {count}.',
    ],
  },
  tr: {
    sell: [
      '{count} × {item} satıyorum, tanesi {price}.',
      'Tezgâhımda {item} var: {count} adet, tanesi {price}.',
      '{item} isteyen var mı? {price} istiyorum, {count} tane var.',
    ],
    buy: [
      '{count} × {item} alıyorum, tanesine {price} veririm.',
      '{item} arıyorum: {count} adet, tanesi {price}.',
      'Fazla {item} olan var mı? Teklifim {price}, {count} tane için.',
    ],
  },
  ja: {
    sell: [
      '{item}を{count}個、1個{price}で売ります。',
      '{item}あります。{count}個、1個{price}です。',
      '{item}が要る人いますか？{price}で{count}個あります。',
    ],
    buy: [
      '{item}を{count}個、1個{price}で買います。',
      '{item}を探しています。{count}個、1個{price}払います。',
      '{item}余っていませんか？{price}で{count}個ほしいです。',
    ],
  },
  zh: {
    sell: [
      '出售{item}，{count} 个，每个 {price}。',
      '我摊上有{item}：{count} 个，单价 {price}。',
      '谁要{item}？每个 {price}，共 {count} 个。',
    ],
    buy: [
      '收购{item}，{count} 个，每个 {price}。',
      '求{item}：要 {count} 个，每个出 {price}。',
      '谁有多余的{item}？我出 {price}，要 {count} 个。',
    ],
  },
}

/** Formats an offer as a chat message. */
export function sayOffer({ side, itemId, price, count }: MadeOffer, language: Language, rng: Rng): string {
  const sayings = SAYINGS[language][side]
  const saying = sayings[rng.below(sayings.length)] ?? ''
  return saying
    .replace('{item}', `[item:${itemId}]`)
    .replace('{price}', String(price))
    .replace('{count}', String(count))
}
