/**
 * Makes keys for one form: the same body gets the same key, so that pressing the button again after a lost reply does not
 * act twice.
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
  // not randomUUID(): browsers have that on https only
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
