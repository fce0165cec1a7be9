/**
 * The SQL of a message to PostgreSQL; undefined of all else. Read from the wire, because a built server has the driver in it.
 * A query is `Q`, its length in four bytes, its text and a zero; one with parameters is parsed first: `P` and a name before the text.
 * Source: PostgreSQL's documentation, Message Formats.
 */
export function statementOf(message: unknown): string | undefined {
  if (!Buffer.isBuffer(message)) return undefined
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind !== 'Q' && kind !== 'P') return undefined
  const start = kind === 'Q' ? 5 : message.indexOf(0, 5) + 1
  return message.toString('utf8', start, message.indexOf(0, start))
}
