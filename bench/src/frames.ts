const OPCODE_MASK = 0x0f
const BINARY = 2
const LENGTH_MASK = 0x7f
const [SHORT_HEADER, LENGTH_OF_16_BITS, LENGTH_OF_64_BITS] = [2, 126, 127]

/**
 * Splits received bytes into WebSocket messages (RFC 6455 §5.2, unmasked and unfragmented) and the rest of an
 * incomplete frame. Lets a load generator compare the raw bytes of thousands of sockets, which a WebSocket library
 * would decode one by one.
 */
export function takeFrames(bytes: Buffer): { readonly batches: readonly Buffer[]; readonly rest: Buffer } {
  const batches: Buffer[] = []
  let begin = 0
  while (begin < bytes.length) {
    const place = payloadOf(bytes, begin)
    if (place === undefined || place.end > bytes.length) break
    if ((bytes.readUInt8(begin) & OPCODE_MASK) === BINARY) batches.push(bytes.subarray(place.begin, place.end))
    begin = place.end
  }
  return { batches, rest: bytes.subarray(begin) }
}

/** Range of the payload of the frame at `begin`; undefined if the header is incomplete. */
function payloadOf(bytes: Buffer, begin: number): { readonly begin: number; readonly end: number } | undefined {
  if (bytes.length < begin + SHORT_HEADER) return undefined
  const short = bytes.readUInt8(begin + 1) & LENGTH_MASK
  const header = SHORT_HEADER + (short === LENGTH_OF_16_BITS ? 2 : short === LENGTH_OF_64_BITS ? 8 : 0)
  if (bytes.length < begin + header) return undefined
  const length =
    short === LENGTH_OF_16_BITS
      ? bytes.readUInt16BE(begin + SHORT_HEADER)
      : short === LENGTH_OF_64_BITS
        ? Number(bytes.readBigUInt64BE(begin + SHORT_HEADER))
        : short
  return { begin: begin + header, end: begin + header + length }
}
