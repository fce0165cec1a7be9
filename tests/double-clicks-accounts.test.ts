import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { calls } from '#contract/calls.ts'
import { assignTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Authenticator } from '#support/authenticator.ts'
import { accountOf, goToLink } from '#support/code-host-people.ts'
import { type CodeHostServer, startCodeHostServer } from '#support/code-host-server.ts'
import { type DoubleClick, siteOfTwoProcesses, testDoubleClicks } from '#support/double-clicks.ts'
import { codeFrom, mailsTo, newestMailTo } from '#support/mails.ts'
import { countMailsTo } from '#support/password-links.ts'
import { sessionOf } from '#support/paying-team.ts'
import { confirmedIn, freshEmail, registerIn, signIn } from '#support/people.ts'
import { ownPassword } from '#support/second-factors.ts'
import { allRows } from '#support/stored/rows.ts'
import { inviteOf, joiningOf, teamWith } from '#support/team-site.ts'
import type { TestClient } from '#support/test-client.ts'
import { couponUses, storeCoupon } from './support/stored/coupons.ts'
import { personAt, userIdsOf } from './support/stored/people.ts'

let host: CodeHostServer
const { site, other } = siteOfTwoProcesses(async () => {
  host = await startCodeHostServer(accountOf('somebody'))
  return host.settings
})
afterAll(() => host.close())

const rows: readonly DoubleClick[] = [
  {
    what: 'joining by an invite link',
    async prepare() {
      const team = await teamWith(site, 5)
      const [code, email] = [await inviteOf(team), freshEmail()]
      return {
        by: site.client(),
        call: calls.join,
        sent: () => ({ body: joiningOf(code, email) }),
        effect: async () => ({
          ...(await usersOf(team.accountId)),
          uses: (await team.owner.call(calls.invites)).body.invites[0]?.uses,
        }),
      }
    },
    once: { users: 2, uses: 1 },
    done: '202',
    second: ['202'],
  },
  {
    what: 'the last use of an invite link, by two people',
    async prepare() {
      const team = await teamWith(site, 5)
      const code = await inviteOf(team, { maxUses: 1 })
      const emails = [freshEmail(), freshEmail()]
      return {
        by: [site.client(), site.client()],
        call: calls.join,
        sent: (who) => ({ body: joiningOf(code, emails[who] ?? '') }),
        effect: () => usersOf(team.accountId),
      }
    },
    once: { users: 2 },
    done: '202',
    second: ['404 not-found'],
  },
  {
    what: 'accepting an invitation by the code that was mailed',
    async prepare() {
      const team = await teamWith(site, 5)
      const [browser, email] = [site.client(), freshEmail()]
      await browser.call(calls.join, { body: joiningOf(await inviteOf(team), email) })
      const body = codeFrom(await newestMailTo(site, email))
      return {
        by: browser,
        call: calls.confirmContact,
        sent: () => ({ body }),
        effect: async () => ({
          ...(await usersOf(team.accountId)),
          confirmed: await confirmedAt(email),
          mails: (await mailsTo(site, email)).length,
        }),
      }
    },
    once: { users: 2, confirmed: 1, mails: 1 },
    done: '200',
    second: ['200'],
  },
  {
    what: 'confirming a contact, which redeems the coupon of the registration',
    async prepare() {
      const [browser, email] = [site.client(), freshEmail()]
      const couponCode = await voucherCode()
      const body = await registerIn(site, browser, email, { couponCode })
      return {
        by: browser,
        call: calls.confirmContact,
        sent: () => ({ body }),
        effect: async () => ({
          confirmed: await confirmedAt(email),
          uses: await usesOf(couponCode),
          mails: (await mailsTo(site, email)).length,
        }),
      }
    },
    // the code to confirm with, and the grant that the coupon began
    once: { confirmed: 1, uses: 1, mails: 2 },
    done: '200',
    second: ['200'],
  },
  {
    what: 'asking for the deletion of an account',
    async prepare() {
      const email = freshEmail()
      const browser = await signedIn(email)
      const before = (await mailsTo(site, email)).length
      return {
        by: browser,
        call: calls.requestDeletion,
        sent: () => ({ body: { currentPassword: ownPassword } }),
        effect: async () => ({ mails: (await mailsTo(site, email)).length - before }),
      }
    },
    once: { mails: 1 },
    done: '200',
    second: ['200'],
  },
  {
    what: 'changing the password',
    async prepare() {
      const email = freshEmail()
      const browser = await signedIn(email)
      const before = (await mailsTo(site, email)).length
      return {
        by: browser,
        call: calls.changePassword,
        sent: () => ({ body: { currentPassword: ownPassword, password: 'a word of my own' } }),
        effect: async () => ({
          mails: (await mailsTo(site, email)).length - before,
          newOne: (await signIn(site.client(), email, 'a word of my own')).status,
        }),
      }
    },
    once: { mails: 1, newOne: 200 },
    done: '200',
    second: ['403 wrong-password'],
  },
  {
    what: 'linking a passkey',
    async prepare() {
      const email = freshEmail()
      const browser = await signedIn(email)
      const { body } = await browser.call(calls.startPasskey, { body: { currentPassword: ownPassword } })
      const response = new Authenticator(site.services.config.baseUrl.origin).create(body.options)
      const before = (await mailsTo(site, email)).length
      return {
        by: browser,
        call: calls.addPasskey,
        sent: () => ({ body: { name: 'Laptop', response } }),
        effect: async () => ({
          passkeys: await rowsOf('passkey', email),
          codes: await rowsOf('recovery_code', email),
          mails: (await mailsTo(site, email)).length - before,
        }),
      }
    },
    once: { passkeys: 1, codes: 10, mails: 1 },
    done: '200',
    // the first one gave the browser another cookie
    second: ['422 passkey-refused', '401 login-required'],
  },
  {
    what: 'choosing a password after a temporary one',
    async prepare() {
      const email = freshEmail()
      const { user } = await sessionOf(await signedIn(email))
      await inTransaction(site.db, (trx) =>
        assignTemporaryPassword(trx, site.services, { userId: user.id, password: 'for a short while' }),
      )
      const browser = site.client()
      await signIn(browser, email, 'for a short while')
      return {
        by: browser,
        call: calls.changePassword,
        sent: () => ({ body: { currentPassword: 'for a short while', password: 'a word of my own' } }),
        effect: async () => ({
          mails: await countMailsTo(site, email, 'The way you log in'),
          sessions: (await browser.call(calls.ownSessions)).body.sessions.length,
        }),
      }
    },
    once: { mails: 1, sessions: 1 },
    done: '200',
    second: ['403 wrong-password', '401 login-required'],
  },
  {
    what: 'linking a code host',
    async prepare() {
      const email = freshEmail()
      const browser = await signedIn(email)
      const { search } = await goToLink(browser, host, accountOf(randomUUID()))
      const before = (await mailsTo(site, email)).length
      return {
        by: browser,
        call: calls.finishCodeHostSignIn,
        sent: () => ({ query: Object.fromEntries(new URLSearchParams(search)) }),
        effect: async () => ({
          identities: await rowsOf('code_host_identity', email),
          mails: (await mailsTo(site, email)).length - before,
        }),
      }
    },
    once: { identities: 1, mails: 1 },
    done: '302',
    second: ['302'],
  },
]

testDoubleClicks(other, rows)

async function usersOf(accountId: string) {
  return { users: (await userIdsOf(site.db, accountId)).length }
}

async function confirmedAt(email: string): Promise<number> {
  const rows = (await allRows(site.db, 'contact')).filter((contact) => contact.email === email)
  return rows.filter(({ confirmed_at }) => confirmed_at !== null).length
}

async function voucherCode(): Promise<string> {
  return storeCoupon(site.db, { code: `Twice ${randomUUID()}`, maxUses: 1, createdAt: site.clock.now() })
}

const usesOf = (code: string) => couponUses(site.db, code)

async function signedIn(email: string): Promise<TestClient> {
  const browser = site.client()
  await confirmedIn(site, browser, email)
  await signIn(browser, email)
  return browser
}

async function rowsOf(
  table: 'passkey' | 'recovery_code' | 'code_host_identity',
  email: string,
): Promise<number> {
  const { userId } = await personAt(site.db, email)
  const rows: readonly { user_id: string }[] = await allRows(site.db, table)
  return rows.filter((row) => row.user_id === userId).length
}
