import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 10
/** 256 bits. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const FORM = /^((cl[kp])_([0-9A-Za-z]{10})_([0-9A-Za-z]{43}))_([0-9A-Za-z]{6})$/

/** How keys begin: those of the game's servers, and players' own. */
export type KeyPrefix = 'clk' | 'clp'

/** The parts of a key's text that identify it and prove its possession. */
export interface KeyText {
  readonly publicId: string
  readonly secretHash: string
}

/** A new key as its owner stores it: `<prefix>_<id>_<secret>_<checksum>`, which secret scanners recognise. */
export function newKey(prefix: KeyPrefix): KeyText & { readonly text: string } {
  const [publicId, secret] = [randomText(ID_LENGTH), randomText(SECRET_LENGTH)]
  const body = `${prefix}_${publicId}_${secret}`
  return { text: `${body}_${checksumOf(body)}`, publicId, secretHash: hashOf(secret) }
}

/** Parses a key. @returns undefined for another prefix or form, or a wrong checksum, such as after a typing error */
export function parseKey(prefix: KeyPrefix, text: string): KeyText | undefined {
  const [, body = '', given, publicId = '', secret = '', checksum] = FORM.exec(text) ?? []
  return given !== prefix || checksum !== checksumOf(body) ? undefined : { publicId, secretHash: hashOf(secret) }
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** The CRC-32 of the text before it, in base 62. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
