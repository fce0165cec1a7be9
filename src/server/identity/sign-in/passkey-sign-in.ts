import type { FastifyInstance } from 'fastify'
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
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { PendingSignIn, Visitor } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { completeSignIn } from './finish-sign-in.ts'

/**
 * What a browser needs to sign in with a passkey: as the second factor of the sign-in under way one of that user's, else
 * whichever its authenticator knows, which then has to ask who is there (PIN, finger, face).
 */
export async function startPasskeySignIn(
  app: FastifyInstance,
  services: Services,
  { visitor, request }: CallContext<typeof calls.startPasskeySignIn>,
): Promise<CallAnswer<typeof calls.startPasskeySignIn>> {
  const wait = await app.limits.passkey.consume(visitor.network)
  if (wait) return wait
  const { browserHash } = visitor
  // the CSRF check guarantees it: its tokens are bound to it
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
 * Signs in with a passkey. Whatever is wrong is one answer: 401 `second-factor-failed` to a sign-in under way, else
 * `login-failed`.
 */
export async function signInWithPasskey(
  app: FastifyInstance,
  services: Services,
  { body, visitor, request, reply }: CallContext<typeof calls.signInWithPasskey>,
): Promise<CallAnswer<typeof calls.signInWithPasskey>> {
  const wait = await app.limits.passkey.consume(visitor.network)
  if (wait) return wait
  const pending = waiting(visitor)
  // a second factor names the user whose password was right
  if (!pending) request.concerned = { claimed: String(body.response.id) }
  const owner = await ownerOfAnswer(services, { body, visitor, request, pending })
  if (!owner) return new Problem(pending ? 'second-factor-failed' : 'login-failed')
  // both of its calls have succeeded
  await app.limits.passkey.forgive(visitor.network)
  await app.limits.passkey.forgive(visitor.network)
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

/** Whose passkey has answered the challenge of this browser, if it is one that may. */
async function ownerOfAnswer(
  services: Services,
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
  // a challenge for one user is of no use in another's sign-in, nor in one that began with no password
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

/** A passkey that signs in by itself has to name its user (WebAuthn level 3, 7.2, step 6); no other may name another. */
function namesUser(
  { response }: Readonly<Record<string, unknown>>,
  userId: string,
  { must }: { must: boolean },
): boolean {
  const named = typeof response === 'object' && response !== null && 'userHandle' in response
  if (!named || !response.userHandle) return !must
  return Buffer.from(String(response.userHandle), 'base64url').equals(userHandle(userId))
}
