import { createServer } from 'node:http'

/** The baseline of a cached answer: compares the validator and answers 304 with the headers of its argument. */
const headers = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, string>>
const server = createServer((request, response) => {
  response.writeHead(request.headers['if-none-match'] === headers['etag'] ? 304 : 200, headers)
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }))
})
process.once('SIGTERM', () => process.exit(0))
