import { Secret, TOTP } from 'otpauth'
import { calls } from '#contract/calls.ts'
import { Authenticator } from './authenticator.ts'
import { confirmedIn, signIn } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { Answer, TestClient } from './test-client.ts'

/** The password of all users in these tests. */
export const ownPassword = 'notes on the engine'

/** What an authenticator app with that secret shows at an instant. */
export function codeAt(secret: string, instant: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: instant.getTime() })
}

let networks = 0

/** A browser with a new, confirmed, signed-in user, in a separate network, so that none limits the others. */
export async function signedInBrowser(site: TestApp, email: string): Promise<TestClient> {
  networks += 1
  const browser = site.client({ remoteAddress: `10.0.${networks >> 8}.${networks & 255}` })
  await confirmedIn(site, browser, email)
  const answer = await signIn(browser, email)
  if (answer.status !== 200) throw new Error(`Signing ${email} in answered ${answer.status}: ${answer.text}`)
  return browser
}

/** Sets an authenticator app up. Half a minute passes, so that its next code is a fresh one. */
export async function setUpTotp(
  site: TestApp,
  browser: TestClient,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body: started } = await browser.call(calls.startTotp, { body: { currentPassword: ownPassword } })
  const code = codeAt(started.secret, site.clock.real())
  const answer = await browser.call(calls.confirmTotp, { body: { code } })
  if (answer.status !== 200) throw new Error(`Setting up answered ${answer.status}: ${answer.text}`)
  site.clock.advanceReal({ seconds: 30 })
  return { secret: started.secret, recoveryCodes: answer.body.recoveryCodes }
}

/** Adds a passkey made by an authenticator of software. */
export async function setUpPasskey(
  site: TestApp,
  browser: TestClient,
  { name = 'Laptop', synced = false }: { name?: string; synced?: boolean } = {},
): Promise<{ authenticator: Authenticator; id: string; recoveryCodes: string[] }> {
  const authenticator = new Authenticator(site.services.config.baseUrl.origin, { synced })
  const started = await browser.call(calls.startPasskey, { body: { currentPassword: ownPassword } })
  const response = authenticator.create(started.body.options)
  const answer = await browser.call(calls.addPasskey, { body: { name, response } })
  if (answer.status !== 200) throw new Error(`Adding a passkey answered ${answer.status}: ${answer.text}`)
  return { authenticator, id: answer.body.passkey.id, recoveryCodes: answer.body.recoveryCodes }
}

/** Whether the browser is signed in. */
export async function isSignedIn(browser: TestClient): Promise<boolean> {
  return (await browser.call(calls.userSession)).body.authenticated
}

/** How long the cookie of the session that an answer opens is kept, in seconds; undefined while the browser is open. */
export function sessionCookieSeconds({ headers }: Pick<Answer<unknown>, 'headers'>): number | undefined {
  const lines = [headers['set-cookie'] ?? []].flat()
  const line = lines.find((one) => one.startsWith('lectern-session='))
  if (line === undefined) throw new Error('no session was opened')
  const [, seconds] = /Max-Age=(\d+)/.exec(line) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
