import { createHash } from 'node:crypto'

/**
 * The id of an account's charge for a purpose, and so of its attempts: the same for the same purpose, always. After a
 * restore from a backup the house orders again what the provider has carried out already; by the same ids and keys the
 * provider repeats its first answer, or is found to know the attempt, and nobody pays twice.
 */
export function chargeId(accountId: string, key: string): string {
  return idOf(`charge ${accountId} ${key}`)
}

export function attemptIdOf(charge: string, number: number): string {
  return idOf(`attempt ${charge} ${number}`)
}

/** A UUID of version 8: what its bits mean is the house's own. */
function idOf(words: string): string {
  const hash = createHash('sha256').update(words).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
