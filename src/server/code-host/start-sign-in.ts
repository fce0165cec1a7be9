import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { openPreSession } from '#server/http/cookies.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { CodeHost } from '#server/outside/code-host.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'
import { insertSignInAttempt } from './code-host.store.ts'
import { callbackAddress, redirect, redirectToProblem, safeNext } from './redirects.ts'

/** For somebody who has to sign in there first, and looks for their second factor. */
const attemptMs = 10 * 60_000

/**
 * Sends the browser to the code host. What it comes back with is bound to this browser: signed out to its pre-session,
 * signed in to the very session, whose user then links the code host to their account. Linking begins on a page of ours
 * only: another site could send somebody here who is signed in at the code host as somebody else.
 */
export async function startSignIn(
  app: FastifyInstance,
  services: Services,
  codeHost: CodeHost,
  { query, visitor, request, reply }: CallContext<typeof codeHostCalls.startCodeHostSignIn>,
): Promise<CallAnswer<typeof codeHostCalls.startCodeHostSignIn>> {
  const { clock, config, database, random } = services
  if (visitor.viewer && comesFromElsewhere(request)) return redirect(reply, href('security'))
  if (await app.limits.codeHost.consume(visitor.network))
    return redirectToProblem(reply, visitor, 'code-host-busy')
  const state = random.token()
  const codeVerifier = random.token()
  await insertSignInAttempt(database.db, {
    stateHash: sha256(state),
    browserHash: visitor.browserHash ?? openPreSession(services, reply),
    codeVerifier,
    nextPath: safeNext(query.next, config),
    expiresAt: new Date(clock.real().getTime() + attemptMs),
  })
  const redirectUri = callbackAddress(config, request)
  return redirect(
    reply,
    await codeHost.authorizeUrl({ state, codeVerifier, redirectUri, email: query.email?.trim() }),
  )
}

function comesFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}
