import * as z from 'zod/mini'
import { isEmail } from '#domain/accounts/contact.ts'
import type { Config } from '#server/platform/config/config.ts'
import { downloadPicture } from './download-picture.ts'

/** A user of the code host. */
export type CodeHostPerson = {
  /** Host and user number: `github.com:583231`. User names can be reassigned. */
  readonly subject: string
  readonly login: string
  readonly name: string
  /** Addresses confirmed by the code host, the primary one first. */
  readonly emails: readonly string[]
  readonly avatarUrl: string | undefined
}

/** A sign-in in progress: `state` returns with the browser, `codeVerifier` stays on the server. */
type Attempt = { readonly state: string; readonly codeVerifier: string; readonly redirectUri: string }

/** GitHub or GitHub Enterprise Server. Methods never throw for faults of the other side. */
export type CodeHost = {
  /** The authorisation URL (OAuth 2 with PKCE, RFC 6749 and 7636). `email` pre-fills the sign-in. */
  authorizeUrl(attempt: Attempt & { readonly email?: string | undefined }): Promise<string>
  /** Exchanges a code for the user; or returns the reason of the failure for the log, without secrets. */
  identify(
    answer: Omit<Attempt, 'state'> & { readonly code: string },
  ): Promise<CodeHostPerson | { readonly failed: string }>
  /** The bytes of a user's picture; undefined if unavailable. */
  picture(avatarUrl: string): Promise<Buffer | undefined>
}

type Settings = NonNullable<Config['codeHost']>

/** @param timeoutMs for all requests about one user */
export function createCodeHost(settings: Settings, timeoutMs = 10_000): CodeHost {
  const { clientId, url } = settings
  return {
    async authorizeUrl({ state, codeVerifier, redirectUri, email }) {
      // arctic's main entry loads seventy other providers
      const { CodeChallengeMethod, OAuth2Client } = await import('arctic/dist/client.js')
      const address = new OAuth2Client(clientId, null, redirectUri).createAuthorizationURLWithPKCE(
        `${url}/login/oauth/authorize`,
        state,
        CodeChallengeMethod.S256,
        codeVerifier,
        ['read:user', 'user:email'],
      )
      if (email) address.searchParams.set('login', email)
      return address.href
    },

    async identify(answer) {
      const signal = AbortSignal.timeout(timeoutMs)
      const token = await exchangeCode(settings, answer, signal)
      return 'failed' in token ? token : readPerson(settings, token.access_token, signal)
    },

    picture: (avatarUrl) => downloadPicture(avatarUrl, { codeHostUrl: url, timeoutMs }),
  }
}

function exchangeCode(
  { clientId, clientSecret, url }: Settings,
  { code, codeVerifier, redirectUri }: Parameters<CodeHost['identify']>[0],
  signal: AbortSignal,
) {
  return ask(`${url}/login/oauth/access_token`, Token, {
    signal,
    method: 'POST',
    headers: { accept: 'application/json', 'user-agent': userAgent },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
    }),
  })
}

async function readPerson(
  { url, apiUrl }: Settings,
  accessToken: string,
  signal: AbortSignal,
): Promise<CodeHostPerson | { readonly failed: string }> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${accessToken}`,
    'user-agent': userAgent,
    'x-github-api-version': '2022-11-28',
  }
  const [user, emails] = await Promise.all([
    ask(`${apiUrl}/user`, User, { signal, headers }),
    ask(`${apiUrl}/user/emails?per_page=100`, Emails, { signal, headers }),
  ])
  if ('failed' in user) return user
  if ('failed' in emails) return emails
  return {
    subject: `${new URL(url).host}:${user.id}`,
    login: user.login,
    name: oneLine(user.name ?? '') || user.login,
    emails: confirmedOf(emails),
    avatarUrl: user.avatar_url ?? undefined,
  }
}

const userAgent = 'Lectern'

const Token = z.object({ access_token: z.string().check(z.minLength(1), z.regex(/^[\x21-\x7e]+$/)) })
const User = z.object({
  id: z.int().check(z.positive()),
  login: z.string().check(z.regex(/^[\w.[\]-]{1,100}$/)),
  name: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
})
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub's placeholder for hidden addresses (`…@users.noreply.github.com`) accepts no mail. */
function confirmedOf(emails: z.output<typeof Emails>): string[] {
  return emails
    .filter(({ email, verified }) => verified && isEmail(email) && !/@users\.noreply\./i.test(email))
    .toSorted((a, b) => Number(b.primary) - Number(a.primary))
    .map(({ email }) => email)
}

/** Requests JSON of a known shape. Only the kind of an error is returned: its text might repeat the request. */
async function ask<Shape extends z.ZodMiniType>(
  address: string,
  shape: Shape,
  request: RequestInit,
): Promise<z.output<Shape> | { readonly failed: string }> {
  const path = new URL(address).pathname
  try {
    // a redirect would leak code or token to another host
    const response = await fetch(address, { ...request, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      return { failed: `${path} answered ${response.status}` }
    }
    const read = shape.safeParse(JSON.parse(await textOf(response)))
    return read.success ? read.data : { failed: `${path} answered something else than was expected` }
  } catch (error) {
    return { failed: `${path}: ${error instanceof Error ? error.name : 'no answer'}` }
  }
}

/** Far more than a hundred addresses need. */
const maxBytes = 512 * 1024

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new RangeError('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return Array.from(line).slice(0, maxNameLength).join('')
}

/** In characters; forms count UTF-16 units and allow twice as many. */
const maxNameLength = 100
