import { describe, expect, it } from 'vitest'
import { refuseUnsuitable, splitAddresses } from './primary.ts'

describe('a connection string', () => {
  it.each([
    ['postgres://db/clutch', ['postgres://db/clutch']],
    ['postgresql://db', ['postgresql://db']],
    ['postgres:///clutch?host=/run/postgresql', ['postgres:///clutch?host=/run/postgresql']],
    [
      'postgres://user:p%40ss@one:5432,two:5433,[::1]:5434/clutch?target_session_attrs=read-write&sslmode=require',
      ['one:5432', 'two:5433', '[::1]:5434'].map(
        (host) => `postgres://user:p%40ss@${host}/clutch?target_session_attrs=read-write&sslmode=require`,
      ),
    ],
  ])('has one address per server: %s', (text, addresses) => {
    expect(splitAddresses(text)).toEqual(addresses)
  })

  it.each(['', 'db', 'mysql://db/clutch', 'postgres://one:x,two/clutch', 'postgres://one,/clutch'])(
    'is refused: %j',
    (text) => {
      expect(() => splitAddresses(text)).toThrow(/no PostgreSQL address|host is missing|Invalid URL/)
    },
  )
})

describe('a database that only speaks the protocol', () => {
  it.each([
    'CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15)',
    'PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64-pc-linux-gnu',
    'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC, Redshift 1.0.12103',
  ])('is refused by name: %s', (version) => {
    expect(() => refuseUnsuitable(version)).toThrow(version)
  })

  it('is not PostgreSQL itself', () => {
    expect(() => refuseUnsuitable('PostgreSQL 17.2 (Debian 17.2-1) on x86_64-pc-linux-gnu')).not.toThrow()
  })
})
