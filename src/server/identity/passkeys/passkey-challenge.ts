import type { Services } from '#server/platform/services/services.ts'
import { type Challenge, insertChallenge, takeChallenge } from './passkey-challenge.store.ts'

/** How long an authenticator may take to answer. */
export const challengeMs = 5 * 60_000

/** A challenge for the browser that asks: 256 bit in base64url, answered once within five minutes. */
export async function openChallenge(
  { clock, database, random }: Services,
  of: Omit<Challenge, 'challenge'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = random.token()
  const expiresAt = new Date(clock.real().getTime() + challengeMs)
  await insertChallenge(database.db, { ...of, challenge, expiresAt })
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}

/**
 * The challenge that an answer says it answers: used up by that, whether the answer is right or not. Undefined when this
 * browser was not given it, or five minutes ago.
 */
export async function answeredChallenge(
  { clock, database }: Services,
  { purpose, browserHash }: { purpose: Challenge['purpose']; browserHash: Buffer | undefined },
  response: Readonly<Record<string, unknown>>,
): Promise<{ challenge: string; userId: string | null } | undefined> {
  const challenge = challengeIn(response)
  if (challenge === undefined || !browserHash) return undefined
  const taken = await takeChallenge(database.db, { challenge, purpose, browserHash, now: clock.real() })
  return taken && { challenge, userId: taken.userId }
}

/** `clientDataJSON` is JSON as base64url, written by the browser. */
function challengeIn({ response }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof response !== 'object' || response === null || !('clientDataJSON' in response)) return undefined
  try {
    const data: unknown = JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString())
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data && data.challenge
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}
