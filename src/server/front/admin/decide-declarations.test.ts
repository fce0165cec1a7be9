import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findOrder } from '#server/business/shop/order.store.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { paidOrder } from '#support/shopper.ts'
import { createTestApp } from '#support/test-app.ts'

const operator = 'robin@example.com'
const site = openForTests(() =>
  createTestApp({ settings: { RATE_LIMITS: '100000', SELLER_EMAIL: operator } }),
)
const admin = testAdmin(site)

const { password } = theAdmin
const waiting = async () => (await admin.call(calls.waitingDeclarations, { query: {} })).body.declarations

/** A stranger names the order's number and nothing else that they could not have read on the parcel. */
async function strangerWithdraws(id: string) {
  await paidOrder(site, { id, grossCents: 1190 })
  const order = await findOrder(site.db, id)
  const number = order?.number ?? ''
  const body = { name: 'Somebody Else', email: `from-${id.slice(0, 4)}@example.org`, contract: number }
  expect((await site.client().call(calls.declareWithdrawal, { body })).status).toBe(200)
  await site.services.queue.drain()
  const one = (await waiting()).find(({ order: named }) => named?.id === id)
  if (!one) throw new Error('nothing waits')
  return one
}

describe('a withdrawal that waits', () => {
  test('is shown with its order, and accepted it is carried out, once', async () => {
    const id = '0e000000-0000-4000-8000-000000000001'
    const one = await strangerWithdraws(id)
    expect(one).toMatchObject({ kind: 'withdrawal', name: 'Somebody Else', isHolderKnown: false })
    const body = { id: one.id, decision: 'accept' as const, password }
    expect((await admin.call(calls.decideWaitingDeclaration, { body })).status).toBe(200)
    await site.services.queue.drain()
    expect((await findOrder(site.db, id))?.state).toBe('returned')
    expect(await waiting()).toEqual([])
    const again = await admin.call(calls.decideWaitingDeclaration, { body })
    expect([again.status, again.problem?.code]).toEqual([409, 'declaration-decided'])
    const entries = await auditOf(site)
    expect(entries.filter(({ action }) => action === 'declaration-decided')).toHaveLength(1)
  })

  test('is rejected: its declarer gets the answer, and nothing happens to the order', async () => {
    const id = '0f000000-0000-4000-8000-000000000002'
    const one = await strangerWithdraws(id)
    const body = {
      id: one.id,
      decision: 'reject' as const,
      answer: 'The name differs.\nPlease write us.',
      password,
    }
    expect((await admin.call(calls.decideWaitingDeclaration, { body })).status).toBe(200)
    await site.services.queue.drain()
    expect((await findOrder(site.db, id))?.state).toBe('paid')
    const [told] = await mailsTo(site, one.email)
    expect(told?.subject).toBe('About your withdrawal')
    expect(told?.text).toContain('The name differs.\nPlease write us.')
    expect(await waiting()).toEqual([])
  })

  test('is mailed to the operator with the page on which it is decided, not with a command', async () => {
    const mails = await mailsTo(site, operator)
    const mail = mails.find(({ subject }) => subject.startsWith('A withdrawal at'))
    expect(mail?.text).toContain('/admin/declaration/list')
    expect(mail?.text).not.toContain('npm run')
  })
})

test('a cancellation of an unknown contract needs its number to be accepted', async () => {
  const body = { name: 'Nobody Known', email: 'nobody.known@example.org', kind: 'ordinary' as const }
  expect((await site.client().call(calls.declareCancellation, { body })).status).toBe(200)
  await site.services.queue.drain()
  const [one] = await waiting()
  const decide = (more: object) =>
    admin.call(calls.decideWaitingDeclaration, {
      body: { id: one?.id ?? '', decision: 'accept', password, ...more },
    })
  const refused = await decide({})
  expect([refused.status, refused.problem?.errors]).toEqual([422, { contract: expect.any(String) }])
  expect((await decide({ contract: '1234' })).status).toBe(422)
})
