import type { FastifyReply } from 'fastify'
import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { finishSignIn, type SignInAnswer } from '#server/identity/sign-in/finish-sign-in.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { CodeHost } from '#server/platform/outside/code-host.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isStillLinked, takeAttempt } from './code-host.store.ts'
import { findOrLinkUser, linkPerson } from './link-person.ts'
import { callbackAddress, redirect, redirectToProblem } from './redirects.ts'
import { sentBrowser } from './sent-browser.ts'

/**
 * Handles the code host's redirect: signs the user in, links the signed-in user, or continues a registration. Only the
 * browser that began it can use a state, once and within ten minutes. Every failure ends on a page that reports it.
 */
export async function endSignIn(
  services: Services,
  codeHost: CodeHost,
  { query, visitor, request, reply }: CallContext<typeof codeHostCalls.finishCodeHostSignIn>,
): Promise<CallAnswer<typeof codeHostCalls.finishCodeHostSignIn>> {
  const { clock, config, database, log } = services
  const { viewer } = visitor
  const sentHash = sentBrowser(services, request)
  const browserHash = viewer?.sessionHash ?? sentHash
  const attempt =
    browserHash && query.state
      ? await takeAttempt(database.db, {
          stateHash: sha256(query.state),
          browserHash,
          now: clock.real(),
        })
      : undefined
  if (!attempt) return redirectToProblem(reply, visitor, 'code-host-expired')
  if (query.error !== undefined || query.code === undefined) {
    const denied = query.error === 'access_denied'
    if (!denied) log.warn({ error: query.error }, 'the code host refused a sign-in')
    return redirectToProblem(reply, visitor, denied ? 'code-host-denied' : 'code-host-failed')
  }

  const { codeVerifier, nextPath } = attempt
  const redirectUri = callbackAddress(config, request)
  const person = await codeHost.identify({ code: query.code, codeVerifier, redirectUri })
  if ('failed' in person) {
    log.warn({ reason: person.failed }, 'the code host could not be asked who came')
    return redirectToProblem(reply, visitor, 'code-host-failed')
  }
  if (viewer) {
    const problem = await linkPerson(services, person, viewer.userId)
    if (problem) return redirectToProblem(reply, visitor, problem)
    return redirect(reply, href('security', {}, { linked: person.login }))
  }
  request.concerned = { claimed: person.subject }
  // signed out, the attempt was bound to this cookie
  if (!sentHash) throw new Error('an attempt was bound to no browser')
  const found = await findOrLinkUser(services, person, sentHash)
  if (found === 'arrived') return redirect(reply, href('codeHostRegistration'))
  if (typeof found === 'string') return redirectToProblem(reply, visitor, found)
  const stillProven = isStillLinked(person.subject, found.userId)
  const user = { ...found, staySignedIn: false, stillProven }
  const answer = await finishSignIn(services, { request, reply }, user)
  if (!answer) return redirectToProblem(reply, visitor, 'code-host-failed')
  return goOn(reply, answer, nextPath ?? undefined)
}

/** A redirect has no body, so the login page reads the next step from its address. */
function goOn(reply: FastifyReply, answer: SignInAnswer, next: string | undefined): 'sent' {
  if (answer.status === 200) return redirect(reply, next ?? href('content'))
  if (answer.body.status === 'password-change-required') return redirect(reply, href('temporaryPassword'))
  const methods = answer.body.methods.join(',')
  return redirect(reply, href('login', {}, { step: 'two-factor', methods, next }))
}
