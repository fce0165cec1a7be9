/**
 * Returns a function that makes idempotency keys for one form. The same body gets the same key, so that a retry after a
 * lost reply does not act twice.
 */
export function newIdempotencyKey(): (body: unknown) => string {
  let last: { body: string; key: string } | undefined
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: randomWord() }
    return last.key
  }
}

function randomWord(): string {
  // not randomUUID(): browsers offer it on https only
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
