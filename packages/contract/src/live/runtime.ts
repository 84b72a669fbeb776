/**
 * What reading messages stands on. It takes a phone tens of milliseconds to begin, as do the messages' own descriptions:
 * a page begins with one, and with the other a turn later.
 */
export { file_google_protobuf_descriptor as ownDescription } from '@bufbuild/protobuf/wkt'
