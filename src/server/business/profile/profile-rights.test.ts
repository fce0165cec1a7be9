import { beforeAll, describe, expect, test } from 'vitest'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Call } from '#contract/call.ts'
import { addContact, contactId, ownPassword, signedInOwner } from '#support/owners.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Security requirements SEC-02 and SEC-03: other accounts' contacts cannot be reached, and unknown fields are refused.

let mine: TestClient
let pending: string
let primary: string
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(async () => {
  const theirs = await signedInOwner(site, 'zza7@example.org', { name: 'zzA7' })
  await addContact(theirs, 'zza7-pending@example.org')
  pending = await contactId(theirs, 'zza7-pending@example.org')
  primary = await contactId(theirs, 'zza7@example.org')
  mine = await signedInOwner(site, 'mine@example.org')
})

async function rows(): Promise<string> {
  const tables = ['contact', 'account', 'account_user'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => allRows(site.db, table))))
}

describe('a contact of another account', () => {
  const requests: [string, () => [Call, Record<string, unknown>]][] = [
    ['removed', () => [accountCalls.changeContact, { remove: pending, currentPassword: ownPassword }]],
    [
      'made primary',
      () => [accountCalls.changePrimaryContact, { contactId: primary, currentPassword: ownPassword }],
    ],
    ['written to', () => [accountCalls.resendConfirmation, { contactId: pending }]],
  ]
  test.each(requests)('cannot be %s', async (_, request) => {
    const before = await rows()
    const [call, body] = request()
    const answer = await mine.call(call, { body })
    expect(answer.status).toBe(404)
    expect(answer.text).not.toMatch(/zza7/i)
    expect(await rows()).toBe(before)
  })
})

describe('a field that the contract does not name', () => {
  const bodies = {
    changeName: { name: 'x' },
    changeContact: { add: 'x@example.org', currentPassword: ownPassword },
    changePrimaryContact: { contactId: 'x', currentPassword: ownPassword },
    resendConfirmation: { contactId: 'x' },
    changeNewsletter: { newsletter: true },
    changeLanguage: { language: 'de' },
    changeBillingAddress: { address: 'x' },
    changeVatId: { country: 'DE', vatId: '' },
  }
  const extras = [
    '"admin":true',
    '"role":"owner"',
    '"userId":"00000000-0000-4000-9000-000000000001"',
    '"accountId":"00000000-0000-4000-8000-000000000001"',
    '"confirmed":true',
    '"primary":true',
    '"version":1',
    '"subscription":{"status":"active"}',
    '"__proto__":{"admin":true}',
    '"constructor":{"prototype":{}}',
  ]

  test.each(Object.entries(bodies))('is refused by %s, and nothing changes', async (name, body) => {
    const before = await rows()
    const { method, path } = accountCalls[name as keyof typeof bodies]
    for (const extra of extras) {
      const text = `${JSON.stringify(body).slice(0, -1)},${extra}}`
      const answer = await mine.fetch(method, path, { body: text })
      expect([extra, answer.status >= 400 && answer.status < 500]).toEqual([extra, true])
    }
    expect(await rows()).toBe(before)
  })
})
