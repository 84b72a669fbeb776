import pg from 'pg'

/** Runs one statement on a PostgreSQL server outside of test databases, such as creating and dropping these. */
export async function runOnServer(server: string, statement: string): Promise<void> {
  await askDatabase(`${server}/postgres`, statement)
}

/** Queries a database over a separate connection. @returns the first column of the first row */
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
