import autocannon from 'autocannon'

/** Reads one address and prints the answers of the expected status per second as JSON. */
const load = JSON.parse(process.argv[2] ?? '') as {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
  readonly connections: number
  readonly status: number
}
const {
  statusCodeStats = {},
  duration,
  errors,
} = await autocannon({
  url: load.url,
  headers: load.headers,
  duration: load.seconds,
  connections: load.connections,
})
const counts = new Map(Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [Number(status), count]))
const expected = counts.get(load.status) ?? 0
counts.delete(load.status)
if (errors > 0 || counts.size > 0) throw new Error(`Unexpected answers: ${JSON.stringify([errors, ...counts])}`)
console.log(JSON.stringify({ perSecond: expected / duration }))
