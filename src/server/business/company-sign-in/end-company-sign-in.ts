import type { CompanyProblem, companyCalls } from '#contract/accounts/company-calls.ts'
import { href } from '#contract/pages.ts'
import { companySessionMs, refreshAgainMs, vouchedAddress } from '#domain/accounts/company-sign-in.ts'
import { redirect } from '#server/business/code-host/redirects.ts'
import { sentBrowser } from '#server/business/code-host/sent-browser.ts'
import type { CompanyProof } from '#server/identity/sessions/sessions.ts'
import { completeSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { CompanyPerson } from '#server/platform/outside/company-provider.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type CompanyRow, findCompany, sealFor, storeTry } from './company.store.ts'
import { clientOf, companyProvider, redirectUriOf } from './company-client.ts'
import { insertCompanySession, takeCompanyAttempt } from './company-session.store.ts'
import { toProblem } from './to-problem.ts'
import { isStillPerson, userOfPerson } from './user-of-person.ts'

type Context = CallContext<typeof companyCalls.finishCompanySignIn>
type Answer = CallAnswer<typeof companyCalls.finishCompanySignIn>

/**
 * Handles the provider's redirect: signs the user in, or ends the owner's try. Only the browser that began it can use a
 * state, once, within ten minutes, and with the company that it was begun with. Every failure ends on a page that
 * reports it.
 */
export async function endCompanySignIn(services: Services, context: Context): Promise<Answer> {
  const { params, query, visitor, request } = context
  const { clock, config, database, log } = services
  const browserHash = visitor.viewer?.sessionHash ?? sentBrowser(services, request)
  const company = isUuid(params.id) ? await findCompany(database.db, params.id) : undefined
  const attempt =
    company && browserHash && query.state
      ? await takeCompanyAttempt(database.db, {
          stateHash: sha256(query.state),
          companyId: company.id,
          browserHash,
          now: clock.real(),
        })
      : undefined
  if (!attempt || !company || !query.state) return refuse(context, 'company-expired', false)
  const { isTrial } = attempt
  const client = clientOf(config, company)
  if (query.error === 'access_denied') return refuse(context, 'company-denied', isTrial)
  if (query.error !== undefined || query.code === undefined || !client) {
    log.warn({ company: company.id, error: query.error }, "a company's provider refused a sign-in")
    return refuse(context, 'company-failed', isTrial)
  }
  const redirectUri = redirectUriOf(config, company.id, request)
  const person = await companyProvider(services).identify(client, new URL(request.url, redirectUri), {
    state: query.state,
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    redirectUri,
  })
  if ('failed' in person) {
    log.warn({ company: company.id, reason: person.failed }, "a company's provider did not say who came")
    return refuse(context, 'company-failed', isTrial)
  }
  return isTrial
    ? endTry(services, context, company, person)
    : signIn(services, context, { company, person, next: attempt.nextPath ?? undefined })
}

/** The owner's try: nobody is signed in or linked. */
async function endTry(
  services: Services,
  context: Context,
  company: CompanyRow,
  person: CompanyPerson,
): Promise<Answer> {
  const email = vouchedAddress(person.issuer, person.claims, company.domain)
  if (email === undefined) return refuse(context, 'company-other-domain', true)
  const { id, clientSecret } = company
  const now = services.clock.real()
  const isStored = clientSecret && (await storeTry(services.database.db, { id, clientSecret, now }))
  if (!isStored) return refuse(context, 'company-expired', true)
  return redirect(context.reply, href('companySignIn', {}, { tried: email }))
}

async function signIn(
  services: Services,
  context: Context,
  { company, person, next }: { company: CompanyRow; person: CompanyPerson; next: string | undefined },
): Promise<Answer> {
  const { request, reply } = context
  request.concerned = { claimed: person.subject }
  const found = await userOfPerson(services, company, person, request.language)
  if (typeof found === 'string') return toProblem(reply, found, next)
  const user = {
    userId: found.userId,
    accountId: company.accountId,
    staySignedIn: false,
    stillProven: isStillPerson(company, person, found.userId),
    byCompany: sessionOf(services, company, person),
  }
  const answer = await completeSignIn(services, { request, reply }, user)
  return answer ? redirect(reply, next ?? href('content')) : toProblem(reply, 'company-expired', next)
}

function sessionOf(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { id }: CompanyRow,
  { issuer, subject, sid, refreshToken }: CompanyPerson,
): CompanyProof {
  const now = clock.real().getTime()
  return {
    endsBy: new Date(now + companySessionMs),
    keep: (trx, tokenHash) =>
      insertCompanySession(trx, {
        tokenHash,
        companyId: id,
        issuer,
        subject,
        sid: sid ?? null,
        refreshToken: refreshToken === undefined ? null : sealFor(config, id, refreshToken),
        refreshAt: new Date(now + refreshAgainMs),
      }),
  }
}

function refuse({ reply, visitor }: Context, problem: CompanyProblem, isTrial: boolean): 'sent' {
  if (isTrial || visitor.viewer) return redirect(reply, href('companySignIn', {}, { problem }))
  return toProblem(reply, problem)
}
