import type { FastifyRequest } from 'fastify'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { pathOf } from '#contract/call.ts'
import type { Config } from '#server/platform/config/config.ts'
import {
  type CompanyClient,
  type CompanyProvider,
  createCompanyProvider,
} from '#server/platform/outside/company-provider.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type CompanyRow, openFor } from './company.store.ts'

/** Returns what speaks with companies' providers. Only the demo reaches providers on its own machine. */
export function companyProvider({ config }: Pick<Services, 'config'>): CompanyProvider {
  return createCompanyProvider({ allowsLoopback: config.demo })
}

/** Returns a company's client with its secret opened; undefined before one was entered, or under a lost APP_SECRET. */
export function clientOf(
  config: Config,
  { id, issuer, clientId, clientSecret }: CompanyRow,
): CompanyClient | undefined {
  if (issuer === null || clientId === null || clientSecret === null) return undefined
  const secret = openFor(config, id, clientSecret)
  return secret === undefined ? undefined : { issuer, clientId, clientSecret: secret }
}

/** Returns a company's own redirect URI: an answer of one provider is never taken for another's. */
export function redirectUriOf(
  config: Pick<Config, 'baseUrl' | 'demo'>,
  id: string,
  request: Pick<FastifyRequest, 'headers'>,
): string {
  return originOf(config, request) + pathOf(companyCalls.finishCompanySignIn.path, { id })
}

/** Returns where a company's provider reports ended sessions. */
export function logoutUriOf(
  config: Pick<Config, 'baseUrl' | 'demo'>,
  id: string,
  request: Pick<FastifyRequest, 'headers'>,
): string {
  return originOf(config, request) + pathOf(companyCalls.companyLogout.path, { id })
}

/** In the demo the request's host, because cookies are bound to it; the host was checked before. */
function originOf(
  { baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string {
  return demo && headers.host ? `${baseUrl.protocol}//${headers.host}` : baseUrl.origin
}
