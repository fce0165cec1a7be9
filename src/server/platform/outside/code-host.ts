import * as z from 'zod/mini'
import { isEmail } from '#domain/accounts/contact.ts'
import type { Config } from '#server/platform/config/config.ts'
import { downloadPicture } from './download-picture.ts'

/** A person as the code host knows them. */
export type CodeHostPerson = {
  /** Host and the number that the person keeps there: `github.com:583231`. Names can be given to somebody else. */
  readonly subject: string
  readonly login: string
  readonly name: string
  /** Those that the code host has confirmed, the primary one first. */
  readonly emails: readonly string[]
  readonly avatarUrl: string | undefined
}

/** A sign-in under way: `state` comes back with the browser, `codeVerifier` stays here until then. */
type Attempt = { readonly state: string; readonly codeVerifier: string; readonly redirectUri: string }

/** GitHub, or an Enterprise Server. Nothing throws for what the other side does. */
export type CodeHost = {
  /** Where the browser is sent to (OAuth 2 with PKCE, RFC 6749 and 7636). `email` is who probably comes. */
  authorizeUrl(attempt: Attempt & { readonly email?: string | undefined }): Promise<string>
  /** Who came back with a code; or why that could not be found out, for the log: it holds nothing secret. */
  identify(
    answer: Omit<Attempt, 'state'> & { readonly code: string },
  ): Promise<CodeHostPerson | { readonly failed: string }>
  /** Bytes of a person's picture; undefined where it cannot be had. */
  picture(avatarUrl: string): Promise<Buffer | undefined>
}

type Settings = NonNullable<Config['codeHost']>

/** @param timeoutMs for all that is asked about one person */
export function createCodeHost(settings: Settings, timeoutMs = 10_000): CodeHost {
  const { clientId, url } = settings
  return {
    async authorizeUrl({ state, codeVerifier, redirectUri, email }) {
      // arctic's own entry loads seventy other hosts
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

/** GitHub's stand-in for somebody who hides their address (`…@users.noreply.github.com`) takes no mail. */
function confirmedOf(emails: z.output<typeof Emails>): string[] {
  return emails
    .filter(({ email, verified }) => verified && isEmail(email) && !/@users\.noreply\./i.test(email))
    .toSorted((a, b) => Number(b.primary) - Number(a.primary))
    .map(({ email }) => email)
}

/** Asks for JSON of a known shape. Of an error only the kind is passed on: its text might repeat what was sent. */
async function ask<Shape extends z.ZodMiniType>(
  address: string,
  shape: Shape,
  request: RequestInit,
): Promise<z.output<Shape> | { readonly failed: string }> {
  const path = new URL(address).pathname
  try {
    // a redirect would carry code or token to another place
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

/** Far more than a hundred addresses take. */
const mostBytes = 512 * 1024

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new RangeError('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return Array.from(line).slice(0, longestName).join('')
}

/** In characters; a form takes twice as many UTF-16 units. */
const longestName = 100
