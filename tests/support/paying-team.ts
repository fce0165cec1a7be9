import { calls } from '#contract/calls.ts'
import type { UsersChange } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { accountHolder, subscribe } from './subscriber.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Advances business time, then runs due work. */
export async function passDays(site: TestApp, days: number): Promise<void> {
  site.clock.advanceBusiness({ days })
  await runUpkeep(site.services)
}

/** An owner on the plan on sale, past the trial, by the month; the first charge is paid. */
export async function payingOwner(site: TestApp, email: string, interval?: object): Promise<TestClient> {
  const owner = await accountHolder(site, email)
  await passDays(site, 15)
  const { status, text } = await subscribe(owner, undefined, interval)
  if (status !== 200) throw new Error(`Subscribing answered ${status}: ${text}`)
  return owner
}

export async function sessionOf(browser: TestClient) {
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('nobody is signed in')
  return { ...body, users: body.account.users ?? [], version: body.account.version }
}

export function quoteFor(browser: TestClient, userCount: number) {
  return browser.call(teamCalls.usersQuote, { body: { userCount } })
}

/** Saves a change of the newest version. */
export async function saveUsers(browser: TestClient, change: Partial<UsersChange>) {
  const { version } = await sessionOf(browser)
  return browser.call(teamCalls.saveUsers, { body: { users: [], notify: [], version, ...change } })
}

/** Adds people, after the price was shown. */
export async function addPeople(browser: TestClient, ...emails: string[]) {
  const { users } = await sessionOf(browser)
  const { body } = await quoteFor(browser, users.length + emails.length)
  return saveUsers(browser, {
    users: emails.map((email) => ({ name: email.split('@')[0] ?? '', email })),
    notify: emails,
    quoteId: body.quoteId,
  })
}

/** Removes the latest users. */
export async function removePeople(browser: TestClient, some: number) {
  const { users } = await sessionOf(browser)
  const leaving = users.slice(Math.max(users.length - some, 1))
  return saveUsers(browser, {
    users: leaving.map(({ id, name, email }) => ({ id, name, email, removed: true })),
  })
}
