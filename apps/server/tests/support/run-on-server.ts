import pg from 'pg'

/** Runs one statement on a PostgreSQL server, in no database of its own: what makes and drops databases. */
export async function runOnServer(server: string, statement: string): Promise<void> {
  await askDatabase(`${server}/postgres`, statement)
}

/** Asks a database one thing, over a connection of its own. @returns the first figure of the answer's first row. */
export async function askDatabase(databaseUrl: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<[unknown]>({ text: question, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
