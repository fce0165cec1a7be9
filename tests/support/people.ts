import { calls } from '#contract/calls.ts'
import { codeFrom, newestMailTo } from './mails.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let count = 0

/** Returns an email address that no other test has. */
export function freshEmail(): string {
  count += 1
  return `person${count}@example.org`
}

/** Returns a registration form. */
export function registrationOf(email: string, change: Record<string, unknown> = {}) {
  return { name: 'Ada Lovelace', email, password: 'notes on the engine', termsAccepted: true, ...change }
}

/** Registers in a browser and returns the mailed code. */
export async function registerIn(
  site: TestApp,
  browser: TestClient,
  email: string,
  change: Record<string, unknown> = {},
): Promise<{ contact: string; code: string }> {
  const answer = await browser.call(calls.register, { body: registrationOf(email, change) })
  if (answer.status !== 202) throw new Error(`Registering ${email} answered ${answer.status}: ${answer.text}`)
  return codeFrom(await newestMailTo(site, email))
}

/** Registers and confirms in the same browser, and ends the resulting session. */
export async function confirmedIn(
  site: TestApp,
  browser: TestClient,
  email: string,
  change: Record<string, unknown> = {},
): Promise<void> {
  const body = await registerIn(site, browser, email, change)
  const answer = await browser.call(calls.confirmContact, { body })
  if (answer.status !== 200) throw new Error(`Confirming ${email} answered ${answer.status}: ${answer.text}`)
  await browser.call(calls.logout)
}

export function signIn(browser: TestClient, email: string, password = 'notes on the engine') {
  return browser.call(calls.login, { body: { email, password } })
}
