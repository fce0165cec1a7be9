import type { FastifyInstance, FastifyRequest } from 'fastify'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findCompany } from './company.store.ts'
import { clientOf, companyProvider } from './company-client.ts'
import { endReportedSessions } from './company-session.store.ts'
import { endCompanySignIn } from './end-company-sign-in.ts'
import { proveCompany } from './prove-domain.ts'
import {
  beginCompany,
  changeCompanyOnly,
  changeCompanyProvider,
  endCompany,
  readCompany,
} from './set-up-company.ts'
import { startCompanySignIn, tryCompany } from './start-company-sign-in.ts'

/** Registers company sign-in: its set-up by the owner of an account, and the sign-in itself. */
export async function registerCompanyCalls(app: FastifyInstance, services: Services): Promise<void> {
  route(app, companyCalls.company, ({ viewer, request }) => readCompany(services, viewer.accountId, request))
  route(app, companyCalls.beginCompany, (context) => beginCompany(services, context))
  route(app, companyCalls.proveCompany, async (context) => {
    const problem = await proveCompany(services, context)
    return problem ?? readCompany(services, context.viewer.accountId, context.request)
  })
  route(app, companyCalls.changeCompanyProvider, (context) => changeCompanyProvider(services, context))
  route(app, companyCalls.tryCompany, (context) => tryCompany(services, context))
  route(app, companyCalls.changeCompanyOnly, (context) => changeCompanyOnly(services, context))
  route(app, companyCalls.endCompany, (context) => endCompany(services, context))
  route(app, companyCalls.startCompanySignIn, (context) => startCompanySignIn(services, context))
  route(app, companyCalls.finishCompanySignIn, (context) => endCompanySignIn(services, context))
  await registerLogout(app, services)
}

/** A logout token has about a kilobyte. */
const largestBytes = 16_384

/** Ends the sessions that the provider reports as ended. 400 `malformed` for any other token, 404 without a company. */
async function registerLogout(app: FastifyInstance, services: Services): Promise<void> {
  const bodies = new WeakMap<FastifyRequest, string>()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBytes }, (request, body, done) => {
      bodies.set(request, String(body))
      done(null, undefined)
    })
    route(scope, companyCalls.companyLogout, async ({ params, visitor, request }) => {
      const { clock, config, database, limits } = services
      const wait = await limits.company.consume(visitor.network)
      if (wait) return wait
      const company = isUuid(params.id) ? await findCompany(database.db, params.id) : undefined
      const client = company && clientOf(config, company)
      if (!client) return new Problem('not-found')
      const token = new URLSearchParams(bodies.get(request) ?? '').get('logout_token') ?? ''
      const logout = await companyProvider(services).readLogout(client, token, clock.real())
      if (!logout) return new Problem('malformed')
      await endReportedSessions(database.db, { companyId: company.id, ...logout })
      return { status: 200, body: null } as const
    })
  })
}
