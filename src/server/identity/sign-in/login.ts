import { emailKey, pendingContactDays } from '#domain/accounts/contact.ts'
import {
  exchangePasswordHash,
  findSignInCandidate,
  type SignInCandidate,
} from '#server/identity/passwords/password.store.ts'
import { isPasswordStill, waitsForOwnPassword } from '#server/identity/passwords/password-proof.ts'
import { verifyTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import { knownBrowser, rememberBrowser } from '#server/identity/sessions/known-browser.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { finishSignIn } from './finish-sign-in.ts'

/**
 * Signs a user in by a contact and their password, or the temporary password that replaces it. Every refusal is the
 * same 401 `login-failed` after the same work: exactly one password is verified, whether the address is known or not.
 * 202 where a further step is needed (`finishSignIn`), 429 after too many attempts.
 */
export const login: UseCase<'login'> = async (services, { body, visitor, request, reply }) => {
  const { database, clock } = services
  request.concerned = { claimed: body.email }
  const key = emailKey(body.email)
  const attempt = { emailKey: key, network: visitor.network, browser: knownBrowser(services, request, key) }
  const wait = await services.limits.login.consume(attempt)
  if (wait) return wait

  const candidate = await findSignInCandidate(database.db, {
    emailKey: key,
    browserHash: visitor.preSessionHash,
    registeredAfter: new Date(clock.now().getTime() - pendingContactDays * 86_400_000),
  })
  const temporary = await verifyTemporaryPassword(services, candidate, body.password)
  const isRight = temporary ?? (await isUsualPassword(services, candidate, body.password))
  if (isRight instanceof Problem) return isRight
  if (!candidate || !isRight) return new Problem('login-failed')

  await services.limits.login.forgive(attempt)
  const { userId, accountId } = candidate
  const stillProven = temporary
    ? waitsForOwnPassword(userId)
    : isPasswordStill(userId, await renewHash(services, candidate, body.password))
  rememberBrowser(services, { request, reply }, key)
  const user = { userId, accountId, stillProven, staySignedIn: body.staySignedIn ?? false }
  const signedIn = await finishSignIn(
    services,
    { request, reply },
    { ...user, mustChangePassword: temporary === true },
  )
  return signedIn ?? new Problem('login-failed')
}

async function isUsualPassword(
  { passwords }: Pick<Services, 'passwords'>,
  candidate: SignInCandidate | undefined,
  password: string,
): Promise<boolean | Problem> {
  return candidate?.passwordHash
    ? passwords.verify(candidate.passwordHash, password)
    : passwords.verifyNothing(password)
}

/**
 * Rehashes a password whose hash costs less than the current setting. Returns the current hash, if the password is
 * still valid.
 */
async function renewHash(
  { database, passwords }: Pick<Services, 'database' | 'passwords'>,
  { userId, passwordHash }: SignInCandidate,
  password: string,
): Promise<string> {
  const former = passwordHash ?? ''
  if (!passwords.needsRehash(former)) return former
  const renewed = await passwords.hash(password)
  if (renewed instanceof Problem) return former
  return (await exchangePasswordHash(database.db, userId, { former, renewed })) ? renewed : former
}
