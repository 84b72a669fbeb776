import pg from 'pg'

/** Runs one statement on a PostgreSQL server, in no database of its own: what makes and drops databases. */
export async function runOnServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
