import { create, toBinary, type MessageInitShape } from '@bufbuild/protobuf'
import { ClientMessageSchema } from './gen/live_pb.js'

export type ClientMessageInit = MessageInitShape<typeof ClientMessageSchema>

/** One message of a client to the server. */
export function encodeClientMessage(message: ClientMessageInit): Uint8Array<ArrayBuffer> {
  return toBinary(ClientMessageSchema, create(ClientMessageSchema, message))
}
