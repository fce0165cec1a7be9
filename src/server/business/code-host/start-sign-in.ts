import type { FastifyRequest } from 'fastify'
import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { checkProof } from '#server/identity/two-factor/check-proof.ts'
import { safeNext } from '#server/platform/config/safe-next.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { CodeHost } from '#server/platform/outside/code-host.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { insertSignInAttempt } from './code-host.store.ts'
import { callbackAddress, redirect, redirectToProblem } from './redirects.ts'
import { markSentBrowser } from './sent-browser.ts'

/** Milliseconds, long enough to sign in there, second factor included. */
const attemptMs = 10 * 60_000

/**
 * Redirects a signed-out browser to the code host. Its return is bound to a separate cookie. Signed-in users link the
 * code host from their own page, which asks for a proof of identity.
 */
export async function startSignIn(
  services: Services,
  codeHost: CodeHost,
  { query, visitor, request, reply }: CallContext<typeof codeHostCalls.startCodeHostSignIn>,
): Promise<CallAnswer<typeof codeHostCalls.startCodeHostSignIn>> {
  if (visitor.viewer) return redirect(reply, href('security'))
  if (await services.limits.codeHost.consume(visitor.network))
    return redirectToProblem(reply, visitor, 'code-host-busy')
  const address = await beginAttempt(services, codeHost, request, {
    browserHash: markSentBrowser(services, { request, reply }),
    next: query.next,
    email: query.email?.trim(),
  })
  return redirect(reply, address)
}

/**
 * Begins linking the code host after a proof of identity: a stolen session must not add a way to sign in. The return is
 * bound to this session. Only for users with a confirmed contact: a stranger's registration must leave no way in
 * behind.
 */
export async function startLink(
  services: Services,
  codeHost: CodeHost,
  { body, viewer, visitor, request }: CallContext<typeof codeHostCalls.startCodeHostLink>,
): Promise<CallAnswer<typeof codeHostCalls.startCodeHostLink>> {
  const { addresses } = await readConfirmedAddresses(services.database.db, viewer.userId)
  if (addresses.length === 0) return new Problem('confirmation-required')
  const refusal =
    (await services.limits.codeHost.consume(visitor.network)) ?? (await checkProof(services, viewer, body))
  if (refusal) return refusal
  const address = await beginAttempt(services, codeHost, request, { browserHash: viewer.sessionHash })
  return { status: 200, body: { address } }
}

/** Stores the attempt. Returns the code host's address. */
async function beginAttempt(
  { clock, config, database, random }: Pick<Services, 'config' | 'database' | 'clock' | 'random'>,
  codeHost: CodeHost,
  request: FastifyRequest,
  {
    browserHash,
    next,
    email,
  }: { browserHash: Buffer; next?: string | undefined; email?: string | undefined },
): Promise<string> {
  const state = random.token()
  const codeVerifier = random.token()
  await insertSignInAttempt(database.db, {
    stateHash: sha256(state),
    browserHash,
    codeVerifier,
    nextPath: safeNext(next, config),
    expiresAt: new Date(clock.real().getTime() + attemptMs),
  })
  const redirectUri = callbackAddress(config, request)
  return codeHost.authorizeUrl({ state, codeVerifier, redirectUri, email })
}
