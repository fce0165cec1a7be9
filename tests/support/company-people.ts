import { companyCalls } from '#contract/accounts/company-calls.ts'
import { comeBack } from './code-host-people.ts'
import type { CompanyServer } from './company-server.ts'
import { type Team, teamWith } from './team-site.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const ownersProof = { currentPassword: 'notes on the engine' }

/** The TXT records that `resolveTxt` of a test's site answers; undefined: the DNS is silent. */
export const records = new Map<string, readonly string[] | undefined>()
export const resolveTxt = async (name: string) => (records.has(name) ? records.get(name) : [])

/** The owner's company sign-in. */
export async function companyOf({ owner }: Pick<Team, 'owner'>) {
  const { body } = await owner.call(companyCalls.company)
  if (!body.company) throw new Error('no company sign-in')
  return body.company
}

/** Begins with a domain, whose record is there. */
export async function proven(team: Team, domain: string): Promise<void> {
  await succeed(team.owner.call(companyCalls.beginCompany, { body: { domain } }))
  const { record } = await companyOf(team)
  records.set(record.name, ['v=spf1 -all', record.value])
  await succeed(team.owner.call(companyCalls.proveCompany))
}

/** A team whose company signs in by addresses of `domain`. Returns the id of its company sign-in as well. */
export async function teamOfCompany(
  site: TestApp,
  server: CompanyServer,
  { domain, licenses = 5, issuer = server.issuer }: { domain: string; licenses?: number; issuer?: string },
): Promise<Team & { readonly companyId: string }> {
  const team = await teamWith(site, licenses)
  await proven(team, domain)
  const body = { issuer, ...server.client, ...ownersProof }
  await succeed(team.owner.call(companyCalls.changeCompanyProvider, { body }))
  const tried = await tryIt(team.owner, server, { sub: `owner of ${domain}`, email: `owner@${domain}` })
  if (!tried.includes('tried=')) throw new Error(`the try ended at ${tried}`)
  const { redirectUri } = await companyOf(team)
  return { ...team, companyId: redirectUri.split('/').at(-2) ?? '' }
}

/** The owner's try; returns where it ends. */
export async function tryIt(
  owner: TestClient,
  server: CompanyServer,
  person: Record<string, unknown>,
): Promise<string> {
  const { body } = await succeed(owner.call(companyCalls.tryCompany))
  server.person = person
  return comeBack(owner, server.authorize(body.address))
}

/** Begins a sign-in; returns the address at the provider, or the page that reports why not. */
export async function beginAtCompany(
  browser: TestClient,
  email: string,
  query: Record<string, string> = {},
): Promise<string> {
  const start = await browser.call(companyCalls.startCompanySignIn, { query: { email, ...query } })
  return String(start.headers.location)
}

/** Signs in; returns the address that the browser ends at. */
export async function signInAtCompany(
  browser: TestClient,
  server: CompanyServer,
  person: { readonly email: string } & Record<string, unknown>,
  query: Record<string, string> = {},
): Promise<string> {
  const address = await beginAtCompany(browser, person.email, query)
  if (!address.startsWith('http')) return address
  server.person = person
  return comeBack(browser, server.authorize(address))
}

async function succeed<Answer extends { status: number; text: string }>(
  pending: Promise<Answer>,
): Promise<Answer> {
  const answer = await pending
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}
