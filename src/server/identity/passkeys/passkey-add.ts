import { fieldMessageKey } from '#contract/problems.ts'
import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { rotateSession } from '#server/identity/sessions/sessions.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { insertPasskey, listPasskeys } from '#server/identity/two-factor/passkey.store.ts'
import { giveFirstRecoveryCodes } from '#server/identity/two-factor/recovery-codes.ts'
import { shownPasskey } from '#server/identity/two-factor/two-factor-methods.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  algorithms,
  checkNewPasskey,
  knownTransports,
  passkeySite,
  userHandle,
  webAuthn,
} from './passkey-answer.ts'
import { answeredChallenge, challengeMs, openChallenge } from './passkey-challenge.ts'

/**
 * Returns the browser's options for a new passkey. Needs the password and a confirmed contact: otherwise a stranger who
 * registered someone else's address could leave a key that survives its confirmation by the owner.
 */
export const startPasskey: UseCase<'startPasskey'> = async (services, { body, viewer, request }) => {
  const { config, database } = services
  const { userId, sessionHash } = viewer
  const refusal = await checkOwnPassword(services, viewer, body.currentPassword)
  if (refusal) return refusal
  const { name, addresses } = await readConfirmedAddresses(database.db, userId)
  if (addresses[0] === undefined) return new Problem('confirmation-required')
  const known = await listPasskeys(database.db, userId)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: config.productName,
    rpID: passkeySite(config, request).rpId,
    userID: userHandle(userId),
    userName: addresses[0],
    userDisplayName: name,
    challenge: await openChallenge(services, { purpose: 'add', browserHash: sessionHash, userId }),
    timeout: challengeMs,
    attestationType: 'none',
    // discoverable where the authenticator supports it; a second factor in any case
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: knownTransports(transports),
    })),
    supportedAlgorithmIDs: algorithms,
  })
  return { status: 200, body: { options: { ...options } } }
}

/** Adds a new passkey. Recovery codes come with the first second factor. */
export const addPasskey: UseCase<'addPasskey'> = async (
  services,
  { body, viewer: { userId, sessionHash }, request, reply },
) => {
  const { clock, config, database, random } = services
  const name = body.name.trim()
  if (name === '')
    return new Problem('invalid', { fields: { name: fieldMessageKey('passkey-name-missing') } })
  const asked = { purpose: 'add', browserHash: sessionHash } as const
  const challenge = await answeredChallenge(services, asked, body.response)
  const credential =
    challenge?.userId === userId
      ? await checkNewPasskey(body.response, { ...challenge, site: passkeySite(config, request) })
      : undefined
  if (!credential) return new Problem('passkey-refused')

  const now = clock.real()
  const passkey = { ...credential, id: random.id(), userId, name, now }
  const recoveryCodes = await inTransaction(database.db, async (trx) => {
    await lockUser(trx, userId)
    if (!(await insertPasskey(trx, passkey))) return undefined
    await notifyOfChange(trx, services, userId, 'passkey-added')
    return giveFirstRecoveryCodes(trx, services, userId)
  })
  if (!recoveryCodes) return new Problem('passkey-refused')
  await rotateSession(services, { request, reply })
  const shown = shownPasskey({ ...passkey, createdAt: now, lastUsedAt: null })
  return { status: 200, body: { passkey: shown, recoveryCodes } }
}
