import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/**
 * A minimal codec of the live connection's messages (`client.proto`, `live.proto`): a load generator shares the CPUs
 * with the server, so it decodes only whether its commands were accepted.
 */
const CALLS_FIELD = 2
const [CALL_ID, CALL_NAME, CALL_KEY, CALL_BODY] = [1, 2, 3, 4]
const ANSWERS_FIELD = 2
const [ANSWER_ID, ANSWER_STATUS] = [1, 2]

export interface SentCall {
  readonly id: number
  readonly name: string
  readonly idempotencyKey: string
  readonly body: string
}

/** Encodes a `ClientMessage` with calls. */
export function encodeCalls(calls: readonly SentCall[]): Uint8Array {
  const writer = new BinaryWriter()
  for (const { id, name, idempotencyKey, body } of calls) {
    writer.tag(CALLS_FIELD, WireType.LengthDelimited).fork()
    writer.tag(CALL_ID, WireType.Varint).uint32(id)
    writer.tag(CALL_NAME, WireType.LengthDelimited).string(name)
    writer.tag(CALL_KEY, WireType.LengthDelimited).string(idempotencyKey)
    writer.tag(CALL_BODY, WireType.LengthDelimited).string(body)
    writer.join()
  }
  return writer.finish()
}

/** Decodes the responses of an `EventBatch` without their bodies; skips events. */
export function readAnswers(bytes: Uint8Array): { readonly id: number; readonly status: number }[] {
  const reader = new BinaryReader(bytes)
  const answers: { id: number; status: number }[] = []
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    if (field === ANSWERS_FIELD) answers.push(readAnswer(reader, reader.uint32()))
    else reader.skip(type)
  }
  return answers
}

function readAnswer(reader: BinaryReader, length: number): { id: number; status: number } {
  const end = reader.pos + length
  const answer = { id: 0, status: 0 }
  while (reader.pos < end) {
    const [field, type] = reader.tag()
    if (field === ANSWER_ID) answer.id = reader.uint32()
    else if (field === ANSWER_STATUS) answer.status = reader.uint32()
    else reader.skip(type)
  }
  return answer
}
