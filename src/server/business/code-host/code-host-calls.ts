import type { FastifyInstance } from 'fastify'
import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import type { Call } from '#contract/call.ts'
import { route } from '#server/platform/http/route.ts'
import { createCodeHost } from '#server/platform/outside/code-host.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findArrival } from './arrival.store.ts'
import { registerAvatars } from './avatars.ts'
import { findIdentityOfUser } from './code-host.store.ts'
import { endSignIn } from './end-sign-in.ts'
import { unlinkPerson } from './link-person.ts'
import { registerPerson } from './register-person.ts'
import { sentBrowser } from './sent-browser.ts'
import { startLink, startSignIn } from './start-sign-in.ts'

/**
 * Registers sign-in by the code host, and its pictures. Without a configured code host there are no sign-in calls;
 * pictures of an earlier one are still served.
 */
export function registerCodeHostCalls(app: FastifyInstance, services: Services): void {
  const { clock, config, database } = services
  registerAvatars(app, services)
  if (!config.codeHost) {
    for (const call of Object.values<Call>(codeHostCalls)) route(app, call, () => new Problem('not-found'))
    return
  }
  const codeHost = createCodeHost(config.codeHost)
  route(app, codeHostCalls.startCodeHostSignIn, (context) => startSignIn(services, codeHost, context))
  route(app, codeHostCalls.finishCodeHostSignIn, (context) => endSignIn(services, codeHost, context))
  route(app, codeHostCalls.codeHostArrival, async ({ visitor: { viewer }, request }) => {
    const browserHash = viewer ? undefined : sentBrowser(services, request)
    const found = browserHash && (await findArrival(database.db, browserHash, clock.real()))
    const arrival = found ? { login: found.login, name: found.name, email: found.email } : null
    return { status: 200, body: { arrival } } as const
  })
  route(app, codeHostCalls.registerFromCodeHost, (context) => registerPerson(services, context))
  route(app, codeHostCalls.codeHostIdentity, async ({ viewer }) => {
    const found = await findIdentityOfUser(database.db, viewer.userId)
    const identity = found ? { login: found.login, linkedAt: found.createdAt.toISOString() } : null
    return { status: 200, body: { identity } } as const
  })
  route(app, codeHostCalls.startCodeHostLink, (context) => startLink(services, codeHost, context))
  route(app, codeHostCalls.unlinkCodeHost, (context) => unlinkPerson(services, context))
}
