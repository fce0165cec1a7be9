import type { Services } from '#server/platform/services/services.ts'
import { type Challenge, insertChallenge, takeChallenge } from './passkey-challenge.store.ts'

/** Time limit of an authenticator's answer, in milliseconds. */
export const challengeMs = 5 * 60_000

/** Issues a challenge for this browser: 256 bits in base64url, to be answered once within five minutes. */
export async function openChallenge(
  { clock, database, random }: Pick<Services, 'database' | 'clock' | 'random'>,
  of: Omit<Challenge, 'challenge'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = random.token()
  const expiresAt = new Date(clock.real().getTime() + challengeMs)
  await insertChallenge(database.db, { ...of, challenge, expiresAt })
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}

/**
 * Returns and consumes the challenge of an answer, correct or not. Undefined when it is not this browser's, or has
 * expired.
 */
export async function answeredChallenge(
  { clock, database }: Pick<Services, 'database' | 'clock'>,
  { purpose, browserHash }: { purpose: Challenge['purpose']; browserHash: Buffer | undefined },
  response: Readonly<Record<string, unknown>>,
): Promise<{ challenge: string; userId: string | null } | undefined> {
  const challenge = challengeIn(response)
  if (challenge === undefined || !browserHash) return undefined
  const taken = await takeChallenge(database.db, { challenge, purpose, browserHash, now: clock.real() })
  return taken && { challenge, userId: taken.userId }
}

/** `clientDataJSON`: JSON in base64url, created by the browser. */
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
