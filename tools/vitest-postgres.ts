import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-cluster.ts'
import { testFilesFolder } from './test-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster, without a database name. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole test run; each suite creates separate databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres(
    { fsync: 'off', max_connections: '200', max_wal_size: '256MB' },
    testFilesFolder(),
  )
  project.provide('postgresUrl', cluster.url)
  return () => cluster.stop()
}
