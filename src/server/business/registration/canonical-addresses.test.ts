import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { canonicalEmail } from '#domain/accounts/contact.ts'
import { personUse, readTrialKey } from '#server/identity/accounts/trial-key.ts'
import { signedInAdmin } from '#support/admin.ts'
import { codeFrom, mailsTo, newestMailTo } from '#support/mails.ts'
import { accountIn, addContact, signedInOwner } from '#support/owners.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { readdress, readdressPapers } from '#support/stored/contacts.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { storeTrialUse } from '#support/stored/subscriptions.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000', SELLER_EMAIL: 'operator@example.org' } })
beforeEach(() => site.startOver())

const ascii = 'ada@xn--mller-kva.de'
const spellings = [
  'ada@müller.de',
  'ADA@müller.DE',
  ascii,
  'ada@XN--MLLER-KVA.de',
  'ada@ｍüller.de',
  'ada@𝔪üller.de',
  'ada@mü\uFE00ller.de',
  'ada+films@müller.de',
]

/** As an older version wrote it. */
async function writeFormerly(email: string, typed: string): Promise<void> {
  await readdress(site.db, email, typed)
}

const keysOf = async (accountIds: readonly string[]) => {
  const rows = (await allRows(site.db, 'contact')).map(({ account_id, email_key, email }) => ({
    account_id,
    email_key,
    email,
  }))
  return accountIds.map((id) => rows.find((row) => row.account_id === id))
}

describe('the spellings of one mailbox', () => {
  test('are written to as one, and get one trial', async () => {
    const trials: unknown[] = []
    for (const email of spellings) {
      const browser = site.client()
      await browser.call(calls.register, {
        body: { name: 'Ada', email, password: 'notes on the engine', termsAccepted: true },
      })
      const body = codeFrom(await newestMailTo(site, canonicalEmail(email)))
      const { status, body: answer } = await browser.call(calls.confirmContact, { body })
      expect(status).toBe(200)
      trials.push(answer.trialStarted)
      await emptyTables(site.db, 'contact')
      site.clock.advance({ hours: 2 })
    }
    expect(trials).toEqual([true, ...Array(7).fill(false)])
  })

  test('sign in, request a new password, and cannot be registered or added twice', async () => {
    const owner = await signedInOwner(site, ascii)
    for (const email of spellings.slice(0, -1)) {
      expect((await signIn(site.client(), email)).status).toBe(200)
      expect((await addContact(owner, email)).problem?.code).toBe('contact-taken')
    }
    await site.client().call(calls.requestReset, { body: { email: 'ada@ｍüller.de' } })
    await site.client().call(calls.register, {
      body: { name: 'Eve', email: 'ada@müller.de', password: 'not of the engine', termsAccepted: true },
    })
    const sent = (await mailsTo(site, ascii)).map(({ text }) => text)
    expect(sent.filter((text) => text.includes('/account/reset-password/'))).toHaveLength(1)
    expect((await newestMailTo(site, ascii)).subject).toBe('You already have an account at Lectern')
  })

  test('share the mails that an address gets in an hour', async () => {
    const limited = await createTestApp()
    // an address gets three from one network
    for (const email of spellings.slice(0, 5))
      await limited.client({ remoteAddress: '203.0.113.7' }).call(calls.register, {
        body: { name: 'Ada', email, password: 'notes on the engine', termsAccepted: true },
      })
    const mails = await queuedMails(limited.db)
    expect(mails.map(({ to }) => to)).toEqual([ascii, 'ADA@xn--mller-kva.de', ascii])
    await limited.close()
  })

  test('are found by the admin, whichever is searched for', async () => {
    await confirmedIn(site, site.client(), ascii)
    const admin = await signedInAdmin(site)
    for (const query of ['ada@müller.de', 'müller.de', 'ｍüller.de', 'Müller', 'xn--mller-kva']) {
      const { body } = await admin.call(calls.findContacts, { body: { query } })
      expect([query, body.contacts.map(({ email }) => email)]).toEqual([query, [ascii]])
    }
  })
})

describe('an address that an older version wrote', () => {
  test('gets its one form: its owner signs in with each spelling, and has had their trial', async () => {
    const browser = await signedInOwner(site, 'ada@example.org')
    await emptyTables(site.db, 'trial_use')
    const former = personUse(await readTrialKey(site.db, site.services.config), 'ada@müller.de')
    await storeTrialUse(site.db, former, site.clock.now())
    await writeFormerly('ada@example.org', 'Ada+1@müller.de')
    await runUpkeep(site.services)
    expect((await accountIn(browser)).contacts).toMatchObject([{ email: 'Ada+1@xn--mller-kva.de' }])
    expect((await signIn(site.client(), 'ada+1@müller.de')).status).toBe(200)
    const again = site.client()
    const body = await registerIn(site, again, ascii)
    expect((await again.call(calls.confirmContact, { body })).body).toMatchObject({ trialStarted: false })
  })

  test('of a link, a declaration and a mail gets it too', async () => {
    const owner = await signedInOwner(site, 'owner@example.org')
    await owner.call(calls.addInvite, { body: { days: 7, domain: 'example.org' } })
    await site.client().call(calls.declareWithdrawal, { body: { name: 'Ada', email: 'ada@example.org' } })
    await readdressPapers(site.db, 'Ada@müller.de')
    await runUpkeep(site.services)
    expect(await allRows(site.db, 'invite')).toMatchObject([{ domain: 'xn--mller-kva.de' }])
    expect(await allRows(site.db, 'declaration')).toMatchObject([
      { email: 'Ada@xn--mller-kva.de', email_key: ascii },
    ])
    expect((await queuedMails(site.db)).map(({ to }) => to)).toContain('Ada@xn--mller-kva.de')
  })
})

describe('two contacts whose addresses turn out to be one', () => {
  async function twoAccounts(): Promise<[string, string]> {
    const first = await signedInOwner(site, 'first@example.org')
    site.clock.advance({ minutes: 1 })
    const second = await signedInOwner(site, 'second@example.org')
    return [(await accountIn(first)).id, (await accountIn(second)).id]
  }

  test.each([
    ['older', 'first@example.org', 'second@example.org'],
    ['newer', 'second@example.org', 'first@example.org'],
  ])(
    'the older of two confirmed ones keeps it, even if the %s is the one to be rewritten',
    async (_, rewritten, other) => {
      const [first, second] = await twoAccounts()
      await writeFormerly(rewritten, 'ada@müller.de')
      await writeFormerly(other, ascii)
      await runUpkeep(site.services)
      await runUpkeep(site.services)
      const [kept, lost] = await keysOf([first, second])
      expect([kept?.email_key, lost?.email_key]).toEqual([
        ascii,
        expect.stringMatching(/^ada@xn--mller-kva\.de ./),
      ])
      expect([kept?.email, lost?.email]).toEqual([ascii, ascii])
      const signedIn = site.client()
      expect((await signIn(signedIn, 'ada@müller.de')).status).toBe(200)
      expect((await accountIn(signedIn)).id).toBe(first)
      const told = await mailsTo(site, 'operator@example.org')
      expect(told.map(({ text }) => [text.includes(first), text.includes(second)])).toEqual([[true, true]])
    },
  )

  test('the confirmed one keeps it, even if another is older, whose password is deleted', async () => {
    await registerIn(site, site.client(), 'first@example.org', { password: 'planted for later' })
    await signedInOwner(site, 'second@example.org')
    await writeFormerly('first@example.org', 'ada@müller.de')
    await writeFormerly('second@example.org', ascii)
    await runUpkeep(site.services)
    expect((await signIn(site.client(), 'ada@müller.de')).status).toBe(200)
    const owners = await allRows(site.db, 'account_user')
    expect(owners.map(({ password_hash }) => password_hash === null)).toContain(true)
    expect(await mailsTo(site, 'operator@example.org')).toEqual([])
  })
})
