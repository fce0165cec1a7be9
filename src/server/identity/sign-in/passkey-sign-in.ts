import type { calls } from '#contract/calls.ts'
import {
  checkPasskeyAnswer,
  knownTransports,
  passkeySite,
  userHandle,
  webAuthn,
} from '#server/identity/passkeys/passkey-answer.ts'
import { answeredChallenge, challengeMs, openChallenge } from '#server/identity/passkeys/passkey-challenge.ts'
import { isStillUnderWay, type Proof } from '#server/identity/sessions/sessions.ts'
import {
  findPasskeyOwner,
  listPasskeys,
  notePasskeyUse,
  type PasskeyOwner,
} from '#server/identity/two-factor/passkey.store.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import type { PendingSignIn, Visitor } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { completeSignIn } from './finish-sign-in.ts'

/**
 * Returns the browser's options for a passkey: as second factor of a pending sign-in one of that user's, otherwise any
 * that the authenticator knows, with user verification (PIN, finger, face).
 */
export const startPasskeySignIn: UseCase<'startPasskeySignIn'> = async (services, { visitor, request }) => {
  const wait = await services.limits.passkey.consume(visitor.network)
  if (wait) return wait
  const { browserHash } = visitor
  // guaranteed by the CSRF check, whose tokens are bound to it
  if (!browserHash) return new Problem('csrf')
  const userId = waiting(visitor)?.userId ?? null
  const own = userId === null ? [] : await listPasskeys(services.database.db, userId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: passkeySite(services.config, request).rpId,
    challenge: await openChallenge(services, { purpose: 'sign-in', browserHash, userId }),
    timeout: challengeMs,
    userVerification: userId === null ? 'required' : 'preferred',
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: knownTransports(transports),
    })),
  })
  return { status: 200, body: { options: { ...options } } }
}

/**
 * Signs in with a passkey. All faults are one reply: 401 `second-factor-failed` in a pending sign-in, else
 * `login-failed`.
 */
export const signInWithPasskey: UseCase<'signInWithPasskey'> = async (
  services,
  { body, visitor, request, reply },
) => {
  const wait = await services.limits.passkey.consume(visitor.network)
  if (wait) return wait
  const pending = waiting(visitor)
  // in a pending sign-in the user is known already
  if (!pending) request.concerned = { claimed: String(body.response.id) }
  const owner = await ownerOfAnswer(services, { body, visitor, request, pending })
  if (!owner) return new Problem(pending ? 'second-factor-failed' : 'login-failed')
  // takes back both calls of this sign-in
  await services.limits.passkey.forgive(visitor.network)
  await services.limits.passkey.forgive(visitor.network)
  const { userId, accountId } = owner
  const user = pending ?? { userId, accountId, staySignedIn: body.staySignedIn ?? false }
  const stillProven = pending ? isStillUnderWay(pending) : isStillPasskey(String(body.response.id))
  const signedIn = await completeSignIn(services, { request, reply }, { ...user, stillProven })
  return signedIn ?? new Problem(pending ? 'second-factor-failed' : 'login-failed')
}

const isStillPasskey =
  (credentialId: string): Proof =>
  async (trx) =>
    (await findPasskeyOwner(trx, credentialId)) !== undefined

/** Returns the owner of the passkey that answered this browser's challenge, if it is permitted here. */
async function ownerOfAnswer(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  {
    body: { response },
    visitor: { browserHash },
    request,
    pending,
  }: Pick<CallContext<typeof calls.signInWithPasskey>, 'body' | 'visitor' | 'request'> & {
    pending: PendingSignIn | undefined
  },
): Promise<PasskeyOwner | undefined> {
  const { clock, config, database } = services
  const challenge = await answeredChallenge(services, { purpose: 'sign-in', browserHash }, response)
  // a challenge is valid for its own kind of sign-in and user only
  if (!challenge || challenge.userId !== (pending?.userId ?? null)) return undefined
  const passkey = await findPasskeyOwner(database.db, String(response.id))
  if (!passkey || (pending && passkey.userId !== pending.userId)) return undefined
  if (!namesUser(response, passkey.userId, { must: !pending })) return undefined
  const checked = await checkPasskeyAnswer(response, {
    challenge: challenge.challenge,
    site: passkeySite(config, request),
    passkey,
    asksWhoTheyAre: !pending,
  })
  if (!checked) return undefined
  const use = { id: passkey.id, formerCounter: passkey.counter, counter: checked.counter, now: clock.real() }
  return (await notePasskeyUse(database.db, use)) ? passkey : undefined
}

function waiting({ pending }: Visitor): PendingSignIn | undefined {
  return pending?.kind === 'two-factor-pending' ? pending : undefined
}

/** A passkey without a preceding password must name its user (WebAuthn level 3, 7.2, step 6); none may name another. */
function namesUser(
  { response }: Readonly<Record<string, unknown>>,
  userId: string,
  { must }: { must: boolean },
): boolean {
  const named = typeof response === 'object' && response !== null && 'userHandle' in response
  if (!named || !response.userHandle) return !must
  return Buffer.from(String(response.userHandle), 'base64url').equals(userHandle(userId))
}
