import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const READ_BYTES_MAX = 65_536
const KEY_BYTES = 16
const HEAD_END = '\r\n\r\n'
const SWITCHED = 'HTTP/1.1 101 '

/** Read buffer shared by all sockets to avoid allocations. */
const readBytes = Buffer.alloc(READ_BYTES_MAX)

/**
 * Opens a WebSocket that only listens (RFC 6455 §4.1) and passes on raw bytes, to save CPU time that a load generator
 * shares with the server.
 * @param url `ws:`, with its query
 * @param onBytes receives the bytes, which are only valid until it returns
 * @throws when the server does not switch to the WebSocket protocol.
 */
export function openRawSocket(url: string, onBytes: (bytes: Buffer) => void): Promise<void> {
  const { host, hostname, port, pathname, search } = new URL(url)
  const key = randomBytes(KEY_BYTES).toString('base64')
  return new Promise((resolve, reject) => {
    let head = ''
    let isOpen = false
    const open = (bytes: Buffer): void => {
      head += bytes.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      if (!head.startsWith(SWITCHED)) {
        reject(new Error(`The live connection was rejected: ${head.slice(0, head.indexOf('\r\n'))}`))
        return
      }
      isOpen = true
      resolve()
      onBytes(Buffer.from(head.slice(end + HEAD_END.length), 'latin1'))
    }
    const onread = {
      buffer: readBytes,
      callback(count: number): boolean {
        const bytes = readBytes.subarray(0, count)
        if (isOpen) onBytes(bytes)
        else open(bytes)
        return true
      },
    }
    const lines = [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
    ]
    const socket = connect({ host: hostname, port: Number(port), onread })
    socket.on('error', reject)
    socket.write(`${lines.join('\r\n')}${HEAD_END}`)
  })
}
