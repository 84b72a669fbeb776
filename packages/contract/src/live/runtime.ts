/**
 * The runtime for decoding messages. Initializing it takes tens of milliseconds on a phone, as do the message
 * descriptors, so a page loads the two in separate tasks.
 */
export { file_google_protobuf_descriptor as ownDescription } from '@bufbuild/protobuf/wkt'
