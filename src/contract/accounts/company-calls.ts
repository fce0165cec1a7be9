import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id, Instant, Line, Nothing, Secret } from '#contract/shapes.ts'
import { CurrentPassword } from './account-sections.ts'
import { Proof, SecondFactorCode } from './credentials.ts'

/** An account's company sign-in, as its owner sees it; the client secret never leaves the server. */
export const Company = z.strictObject({
  domain: z.string(),
  /** The TXT record that proves the domain: its name and what it has to say. */
  record: z.strictObject({ name: z.string(), value: z.string() }),
  /** False before the proof, and after the record was removed. */
  isProven: z.boolean(),
  lookedUpAt: z.nullable(Instant),
  /** To be entered at the provider. */
  redirectUri: z.string(),
  logoutUri: z.string(),
  provider: z.nullable(z.strictObject({ issuer: z.string(), clientId: z.string() })),
  /** The owner has tried it: users may sign in. */
  isTried: z.boolean(),
  /** It is the only way in for users with a contact of the domain. */
  isOnly: z.boolean(),
})
export type Company = z.output<typeof Company>

const CompanyReply = z.strictObject({ company: z.nullable(Company) })

const proof = { currentPassword: z.optional(CurrentPassword), code: z.optional(SecondFactorCode) }
/** Without a secret the stored one stays, for the same issuer and client. */
const NewProvider = z.strictObject({
  issuer: Line(500),
  clientId: Line(300),
  clientSecret: z.optional(Secret(1000)),
  ...proof,
})

/** `email`: the user's address, whose domain names the company. `next`: page of this site to return to. */
const Hint = z.strictObject({ email: z.optional(Line(254)), next: z.optional(Line(2000)) })
/** The provider's reply, sent through the browser; unknown parameters are left to the check (RFC 6749, 9207). */
const Answer = z.object({
  code: z.optional(Line(4000)),
  state: z.optional(Line(500)),
  error: z.optional(Line(200)),
})
const byId = z.strictObject({ id: Id })
/** 302: the browser is redirected. */
const Redirection = z.unknown()

/** Why a company sign-in failed: the parameter `problem` of the page that the browser is sent to. */
export type CompanyProblem =
  /** No company signs in by addresses of this domain. */
  | 'company-unknown'
  /** The user or the provider refused. */
  | 'company-denied'
  /** Begun in another browser, too long ago, or completed already. */
  | 'company-expired'
  /** The provider could not be reached, or its answer was invalid. */
  | 'company-failed'
  /** The provider vouches for no address of the proven domain. */
  | 'company-other-domain'
  /** All licenses of the account are in use. */
  | 'company-no-seat'
  /** The user was removed from the account. */
  | 'company-removed'
  /** The address belongs to a user of another account. */
  | 'company-elsewhere'
  /** The address belongs to a user who signs in as another person of the provider. */
  | 'company-other-person'
  /** The owner of the account, who keeps their password. */
  | 'company-owner'
  /** Too many sign-ins begun. */
  | 'company-busy'

/** Sign-in of an account's users by their company's OpenID Connect provider. */
export const companyCalls = {
  company: {
    method: 'GET',
    path: '/api/account/company-sign-in',
    actor: 'account.manage',
    summary: "The account's company sign-in, without its secret",
    replies: { 200: CompanyReply },
  },
  beginCompany: {
    method: 'POST',
    path: '/api/account/company-sign-in',
    actor: 'account.manage',
    summary: 'Begins with a domain; answers the DNS record that proves it. Replaces one without a provider',
    body: z.strictObject({ domain: Line(254) }),
    replies: { 200: CompanyReply },
  },
  proveCompany: {
    method: 'POST',
    path: '/api/account/company-sign-in/prove',
    actor: 'account.manage',
    summary: 'Looks up the DNS record',
    replies: { 200: CompanyReply },
  },
  changeCompanyProvider: {
    method: 'PUT',
    path: '/api/account/company-sign-in/provider',
    actor: 'account.manage',
    summary: 'Stores issuer and client, once the issuer has been reached; it has to be tried again',
    body: NewProvider,
    replies: { 200: CompanyReply },
  },
  tryCompany: {
    method: 'POST',
    path: '/api/account/company-sign-in/try',
    actor: 'account.manage',
    summary: 'Begins the try of the owner; answers where the browser goes on',
    replies: { 200: z.strictObject({ address: z.string() }) },
  },
  changeCompanyOnly: {
    method: 'PUT',
    path: '/api/account/company-sign-in/only',
    actor: 'account.manage',
    summary: 'Makes it the only way in for users with a contact of the domain, or no longer',
    body: z.strictObject({ isOnly: z.boolean(), ...proof }),
    replies: { 200: CompanyReply },
  },
  endCompany: {
    method: 'DELETE',
    path: '/api/account/company-sign-in',
    actor: 'account.manage',
    summary: 'Ends company sign-in, and the sessions that it opened',
    body: Proof,
    replies: { 200: CompanyReply },
  },
  startCompanySignIn: {
    method: 'GET',
    path: '/auth/company/login',
    actor: 'anyone',
    whileSwitched: false,
    summary: "Sends the browser to the provider of the address's company",
    query: Hint,
    replies: { 302: Redirection },
  },
  finishCompanySignIn: {
    method: 'GET',
    path: '/auth/company/:id/callback',
    actor: 'anyone',
    whileSwitched: false,
    summary: 'Where the provider sends the browser back to',
    params: byId,
    query: Answer,
    replies: { 302: Redirection },
  },
  companyLogout: {
    method: 'POST',
    path: '/auth/company/:id/logout',
    actor: 'signed',
    summary: "The provider's message that a session has ended there (OpenID Connect Back-Channel Logout 1.0)",
    params: byId,
    otherBody: {
      required: true,
      mediaTypes: ['application/x-www-form-urlencoded'],
      schema: z.strictObject({ logout_token: z.string() }),
    },
    replies: { 200: Nothing },
  },
} as const satisfies Record<string, Call>
