import type { FastifyRequest } from 'fastify'
import { href } from '#contract/pages.ts'
import { domainOf } from '#domain/accounts/company-sign-in.ts'
import { emailKey, isEmail } from '#domain/accounts/contact.ts'
import { redirect } from '#server/business/code-host/redirects.ts'
import { markSentBrowser } from '#server/business/code-host/sent-browser.ts'
import { safeNext } from '#server/platform/config/safe-next.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { ProviderFault } from '#server/platform/outside/company-provider.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type CompanyRow, findCompanyOfDomain } from './company.store.ts'
import { clientOf, companyProvider, redirectUriOf } from './company-client.ts'
import { insertCompanyAttempt } from './company-session.store.ts'
import { provenCompany } from './prove-domain.ts'
import { toProblem } from './to-problem.ts'

/** Milliseconds, long enough to sign in there, second factor included. */
const attemptMs = 10 * 60_000

/** Redirects a signed-out browser to the provider of the company that an address belongs to. */
export const startCompanySignIn: UseCase<'startCompanySignIn'> = async (
  services,
  { query, visitor, request, reply },
) => {
  if (visitor.viewer) return redirect(reply, href('content'))
  const next = safeNext(query.next, services.config)
  if (await services.limits.company.consume(visitor.network)) return toProblem(reply, 'company-busy', next)
  const email = query.email?.trim() ?? ''
  const domain = isEmail(email) ? domainOf(email) : undefined
  const company = domain && (await findCompanyOfDomain(services.database.db, domain))
  if (!company) return toProblem(reply, 'company-unknown', next)
  const begun = await beginAttempt(services, request, {
    company,
    browserHash: markSentBrowser(services, { request, reply }),
    nextPath: next ?? null,
    email: emailKey(email),
    isTrial: false,
  })
  return 'address' in begun ? redirect(reply, begun.address) : toProblem(reply, 'company-failed', next)
}

/**
 * Begins the owner's try, bound to their session. 409 `company-missing`, `company-unproven`, `company-unreachable`.
 */
export const tryCompany: UseCase<'tryCompany'> = async (services, { viewer, visitor, request }) => {
  const company = await provenCompany(services, viewer.accountId)
  if (company instanceof Problem) return company
  const wait = await services.limits.company.consume(visitor.network)
  if (wait) return wait
  const begun = await beginAttempt(services, request, {
    company,
    browserHash: viewer.sessionHash,
    nextPath: null,
    email: undefined,
    isTrial: true,
  })
  if ('failed' in begun) return new Problem('company-unreachable')
  return { status: 200, body: { address: begun.address } }
}

/** Stores the attempt. Returns the provider's address. */
async function beginAttempt(
  services: Pick<Services, 'config' | 'database' | 'clock' | 'random' | 'log'>,
  request: FastifyRequest,
  {
    company,
    browserHash,
    nextPath,
    email,
    isTrial,
  }: {
    company: CompanyRow
    browserHash: Buffer
    nextPath: string | null
    email: string | undefined
    isTrial: boolean
  },
): Promise<{ readonly address: string } | ProviderFault> {
  const { clock, config, database, log, random } = services
  const client = clientOf(config, company)
  if (!client) return { failed: 'no client' }
  const [state, nonce, codeVerifier] = [random.token(), random.token(), random.token()]
  const redirectUri = redirectUriOf(config, company.id, request)
  const begun = await companyProvider(services).authorizeUrl(client, {
    state,
    nonce,
    codeVerifier,
    redirectUri,
    email,
  })
  if ('failed' in begun) {
    log.warn({ company: company.id, reason: begun.failed }, "a company's provider could not be reached")
    return begun
  }
  await insertCompanyAttempt(database.db, {
    stateHash: sha256(state),
    companyId: company.id,
    browserHash,
    nonce,
    codeVerifier,
    nextPath,
    isTrial,
    expiresAt: new Date(clock.real().getTime() + attemptMs),
  })
  return begun
}
