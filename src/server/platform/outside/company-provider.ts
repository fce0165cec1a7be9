import type { Configuration } from 'openid-client'
import type { Claims } from '#domain/accounts/company-sign-in.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { readLogoutToken } from './logout-token.ts'

/** A company's provider, as its account's owner has entered it. */
export type CompanyClient = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Why the provider's reply cannot be used, for the log; without tokens and secrets. */
export type ProviderFault = { readonly failed: string }

/** A person of the provider, and the session there. */
export type CompanyPerson = {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
  readonly sid: string | undefined
  readonly refreshToken: string | undefined
}

type Attempt = { readonly nonce: string; readonly codeVerifier: string; readonly redirectUri: string }

/** OpenID Connect (Core 1.0) with a company's provider, by `openid-client`. Never throws for faults of the other side. */
export type CompanyProvider = {
  /** Reads the provider's configuration. Returns the issuer as the provider spells it. */
  discover(client: CompanyClient): Promise<{ readonly issuer: string } | ProviderFault>
  /** The address that the browser is sent to, with state, nonce and PKCE. */
  authorizeUrl(
    client: CompanyClient,
    attempt: Attempt & { readonly state: string; readonly email: string | undefined },
  ): Promise<{ readonly address: string } | ProviderFault>
  /** Exchanges the code in `answer`, the address that the browser came back to, for the person. */
  identify(
    client: CompanyClient,
    answer: URL,
    attempt: Attempt & { readonly state: string },
  ): Promise<CompanyPerson | ProviderFault>
  /** Tries a refresh token. `refused`: the provider says that it is no longer good. */
  refresh(
    client: CompanyClient,
    refreshToken: string,
  ): Promise<{ readonly refreshToken: string } | 'refused' | ProviderFault>
  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0); undefined for any other. */
  readLogout(client: CompanyClient, token: string, now: Date): ReturnType<typeof readLogoutToken>
}

/** @param allowsLoopback in the demo and in tests: providers on this machine, without TLS */
export function createCompanyProvider({ allowsLoopback }: { allowsLoopback: boolean }): CompanyProvider {
  const configure = (client: CompanyClient) => configurationOf(client, allowsLoopback)
  return {
    discover: (client) =>
      attempted(async () => ({ issuer: (await configure(client)).serverMetadata().issuer })),

    authorizeUrl: (client, { state, nonce, codeVerifier, redirectUri, email }) =>
      attempted(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid()
        const address = buildAuthorizationUrl(await configure(client), {
          redirect_uri: redirectUri,
          scope: scopesOf(client),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(email && { login_hint: email }),
          // Google gives a refresh token for this parameter, not for a scope
          ...(isGoogle(client) && { access_type: 'offline' }),
        })
        return { address: address.href }
      }),

    identify: (client, answer, attempt) => attempted(() => identify(client, configure, answer, attempt)),

    async refresh(client, refreshToken) {
      const { refreshTokenGrant, ResponseBodyError } = await openid()
      try {
        const tokens = await refreshTokenGrant(await configure(client), refreshToken)
        return { refreshToken: tokens.refresh_token ?? refreshToken }
      } catch (error) {
        if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'refused'
        return faultOf(error)
      }
    },

    async readLogout(client, token, now) {
      const found = await attempted(async () => (await configure(client)).serverMetadata())
      if ('failed' in found || !found.jwks_uri) return undefined
      const { issuer, jwks_uri: keys } = found
      return readLogoutToken(token, { issuer, clientId: client.clientId, now }, async () => {
        const reply = await guardedFetch(allowsLoopback)(keys, { method: 'GET', headers: {} })
        return reply.json()
      })
    },
  }
}

async function identify(
  client: CompanyClient,
  configure: (client: CompanyClient) => Promise<Configuration>,
  answer: URL,
  { state, nonce, codeVerifier, redirectUri }: Attempt & { readonly state: string },
): Promise<CompanyPerson> {
  const { authorizationCodeGrant, fetchUserInfo } = await openid()
  const configuration = await configure(client)
  // the redirect URI is taken from this address
  const returned = new URL(redirectUri)
  returned.search = answer.search
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no ID token')
  const metadata = configuration.serverMetadata()
  // some providers leave the address out of the ID token
  const isMore = metadata.userinfo_endpoint !== undefined && typeof claims.email !== 'string'
  const more = isMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return {
    issuer: metadata.issuer,
    subject: claims.sub,
    claims: { ...more, ...claims },
    sid: typeof claims.sid === 'string' ? claims.sid : undefined,
    refreshToken: tokens.refresh_token,
  }
}

async function configurationOf(
  { issuer, clientId, clientSecret }: CompanyClient,
  allowsLoopback: boolean,
): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } =
    await openid()
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret },
    ClientSecretPost(clientSecret),
    {
      [customFetch]: guardedFetch(allowsLoopback),
      timeout: 15,
      // checks the signature of every ID token, although it comes by TLS
      execute: [enableNonRepudiationChecks, ...(allowsLoopback ? [allowInsecureRequests] : [])],
    },
  )
  const { issuer: stated } = configuration.serverMetadata()
  // openid-client fills in Microsoft's template of all tenants
  if (/[{}]/.test(stated) || stated.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error('the configuration is of another issuer')
  return configuration
}

function scopesOf(client: CompanyClient): string {
  return isGoogle(client) ? 'openid email profile' : 'openid email profile offline_access'
}

function isGoogle({ issuer }: CompanyClient): boolean {
  return new URL(issuer).host === 'accounts.google.com'
}

/** Loaded at the first use: most sites have no company that signs in. */
function openid() {
  return import('openid-client')
}

async function attempted<Result>(work: () => Promise<Result>): Promise<Result | ProviderFault> {
  try {
    return await work()
  } catch (error) {
    return faultOf(error)
  }
}

/** The kind of an error and its code: texts and causes may repeat tokens. */
function faultOf(error: unknown): ProviderFault {
  if (!(error instanceof Error)) return { failed: 'unknown' }
  const { code, error: word } = error as Error & { code?: unknown; error?: unknown }
  const facts = [error.name, code, word].filter((fact) => typeof fact === 'string')
  return { failed: facts.join(' ').slice(0, 200) }
}
