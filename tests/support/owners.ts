import type { Account } from '#contract/accounts/accounts.ts'
import { calls } from '#contract/calls.ts'
import { mailsTo, type ReadMail } from './mails.ts'
import { confirmedIn, registerIn, signIn } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Password of all users registered by `people.ts`. */
export const ownPassword = 'notes on the engine'

/** Signs in the owner of a new account in a new browser; with a confirmed contact unless stated otherwise. */
export async function signedInOwner(
  site: TestApp,
  email: string,
  { confirmed = true, ...change }: { confirmed?: boolean; name?: string } = {},
): Promise<TestClient> {
  const browser = site.client()
  if (confirmed) await confirmedIn(site, browser, email, change)
  else await registerIn(site, browser, email, change)
  const answer = await signIn(browser, email)
  if (answer.status !== 200) throw new Error(`Signing in as ${email} answered ${answer.status}`)
  return browser
}

/** Returns the account from a browser's session. */
export async function accountIn(browser: TestClient): Promise<Account> {
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('nobody is signed in')
  return body.account
}

export function addContact(browser: TestClient, add: string, currentPassword = ownPassword) {
  return browser.call(calls.changeContact, { body: { add, currentPassword } })
}

/** The id of a contact by its address. */
export async function contactId(browser: TestClient, email: string): Promise<string> {
  const found = (await accountIn(browser)).contacts.find((contact) => contact.email === email)
  if (!found) throw new Error(`${email} is no contact`)
  return found.id
}

/** The mail to an address with this text, wherever it is among those of the same moment. */
export async function mailSaying(site: TestApp, address: string, words: string): Promise<ReadMail> {
  const mails = await mailsTo(site, address)
  const found = mails.find(({ subject, text }) => `${subject}\n${text}`.includes(words))
  if (!found) throw new Error(`No mail to ${address} says "${words}"`)
  return found
}
