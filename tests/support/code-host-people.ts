import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import type { CodeHostAccount, CodeHostServer } from './code-host-server.ts'
import type { TestClient } from './test-client.ts'

/** A user of the code host with a confirmed address. */
export function accountOf(login: string, change: Partial<CodeHostAccount> = {}): CodeHostAccount {
  const id = Array.from(login).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_000_000
  const emails = [{ email: `${login}@example.org`, primary: true, verified: true }]
  return { id, login, name: `${login} of the Code Host`, emails, ...change }
}

/** Signs in at the code host and returns with its reply: the address that the browser is redirected to. */
export async function signInAtCodeHost(
  browser: TestClient,
  host: CodeHostServer,
  account: CodeHostAccount,
  query: Record<string, string> = {},
): Promise<string> {
  const { path, search } = await goToCodeHost(browser, host, account, query)
  return comeBack(browser, path + search)
}

/** Returns the address to which the code host redirects the browser. */
export async function goToCodeHost(
  browser: TestClient,
  host: CodeHostServer,
  account: CodeHostAccount,
  query: Record<string, string> = {},
): Promise<{ path: string; search: string }> {
  host.account = account
  const start = await browser.call(codeHostCalls.startCodeHostSignIn, { query })
  const authorize = await fetch(String(start.headers.location), { redirect: 'manual' })
  const back = new URL(authorize.headers.get('location') ?? '')
  return { path: back.pathname, search: back.search }
}

/** Links a code host account to the signed-in user, who enters their password; returns the final address. */
export async function linkAtCodeHost(
  browser: TestClient,
  host: CodeHostServer,
  account: CodeHostAccount,
): Promise<string> {
  const { path, search } = await goToLink(browser, host, account)
  return comeBack(browser, path + search)
}

/** Where the code host sends the browser back to that is to be linked. */
export async function goToLink(
  browser: TestClient,
  host: CodeHostServer,
  account: CodeHostAccount,
  proof: Record<string, string> = { currentPassword: 'notes on the engine' },
): Promise<{ path: string; search: string }> {
  host.account = account
  const { status, body, text } = await browser.call(codeHostCalls.startCodeHostLink, { body: proof })
  if (status !== 200) throw new Error(`Linking answered ${status}: ${text}`)
  const authorize = await fetch(body.address, { redirect: 'manual' })
  const back = new URL(authorize.headers.get('location') ?? '')
  return { path: back.pathname, search: back.search }
}

export async function comeBack(browser: TestClient, address: string): Promise<string> {
  const answer = await browser.fetch('GET', address)
  if (answer.status !== 302) throw new Error(`Coming back answered ${answer.status}: ${answer.text}`)
  return String(answer.headers.location)
}
