import { createHash } from 'node:crypto'

/**
 * Takes a payment once for each key, however often somebody asks. `client` is a connection such as that of the package
 * pg; whoever asks at the same time waits for the first to commit.
 */
export async function pay(client, key, { customerId, cents }) {
  const hash = createHash('sha256').update(JSON.stringify({ customerId, cents })).digest('hex')
  await client.query('begin')
  try {
    const { rows } = await client.query(
      `insert into attempts (key, body_hash) values ($1, $2)
       on conflict (key) do nothing
       returning key`,
      [key, hash],
    )
    const answer = rows.length > 0 ? await charge(client, key, { customerId, cents }) : await repeat(client, key, hash)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function charge(client, key, { customerId, cents }) {
  await client.query('insert into payments (customer_id, cents) values ($1, $2)', [customerId, cents])
  const answer = { status: 'paid', cents }
  await client.query('update attempts set answer = $2 where key = $1', [key, JSON.stringify(answer)])
  return answer
}

/** The first answer. The same key with another body is a mistake of the client's. */
async function repeat(client, key, hash) {
  const { rows } = await client.query('select body_hash, answer from attempts where key = $1', [key])
  if (rows[0].body_hash !== hash) throw new Error('this key was used for something else')
  return rows[0].answer
}
