import { createServer } from 'node:http'

/** The baseline of a JSON API: reads, parses and echoes a body. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, tokens: ['none'] }))
})
process.once('SIGTERM', () => process.exit(0))
