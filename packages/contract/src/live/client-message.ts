import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf'
import { ClientMessageSchema, type ClientMessage } from './gen/client_pb.js'

export type ClientMessageInit = MessageInitShape<typeof ClientMessageSchema>
export type { ClientMessage }

/** One message of a client to the server. */
export function encodeClientMessage(message: ClientMessageInit): Uint8Array<ArrayBuffer> {
  return toBinary(ClientMessageSchema, create(ClientMessageSchema, message))
}

/** @throws when the bytes are not a client message. */
export function decodeClientMessage(bytes: Uint8Array): ClientMessage {
  return fromBinary(ClientMessageSchema, bytes)
}
