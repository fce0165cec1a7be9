import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { Id } from '#contract/shapes.ts'
import { type SeededAccount, seedAccount, seededPassword } from '#support/seeded-account.ts'
import { issueSome } from '#support/some-invoice.ts'
import { userIdsOf } from '#support/stored/people.ts'
import { allRows, contentsOf } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

// Security requirement SEC-02: an ID of another account is answered like an unknown one.

let theirs: SeededAccount
let mine: SeededAccount
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(async () => {
  theirs = await seedAccount(site, 'zwetschge')
  mine = await seedAccount(site, 'mirabelle')
  const buyer = { name: 'Zwetschge GmbH', business: true }
  await issueSome(site.services, theirs.id, { buyer })
})

const currentPassword = seededPassword

type Owned =
  | 'contact'
  | 'account_user'
  | 'passkey'
  | 'session'
  | 'invite'
  | 'invoice'
  | 'declaration'
  | 'shop_order'

/** How each call that takes an ID of an owned object is sent with another account's; `id` by its table. */
const attempts: readonly {
  call: Call
  field: string
  of: Owned
  send: (id: string) => { params?: Record<string, string>; body?: unknown }
}[] = [
  {
    call: calls.changeContact,
    field: 'remove',
    of: 'contact',
    send: (remove) => ({ body: { remove, currentPassword } }),
  },
  {
    call: calls.changePrimaryContact,
    field: 'contactId',
    of: 'contact',
    send: (contactId) => ({ body: { contactId, currentPassword } }),
  },
  {
    call: calls.resendConfirmation,
    field: 'contactId',
    of: 'contact',
    send: (contactId) => ({ body: { contactId } }),
  },
  {
    call: calls.sendResetLink,
    field: 'contactId',
    of: 'contact',
    send: (contactId) => ({ body: { contactId } }),
  },
  {
    call: calls.saveUsers,
    field: 'users.id',
    of: 'account_user',
    send: (id) => ({
      body: { users: [{ id, name: 'Taken', email: 'taken@example.org' }], notify: [], version: 1 },
    }),
  },
  {
    call: calls.notifyNewUser,
    field: 'userId',
    of: 'account_user',
    send: (userId) => ({ body: { userId } }),
  },
  {
    call: calls.renamePasskey,
    field: 'id',
    of: 'passkey',
    send: (id) => ({ params: { id }, body: { name: 'Mine now' } }),
  },
  {
    call: calls.removePasskey,
    field: 'id',
    of: 'passkey',
    send: (id) => ({ params: { id }, body: { currentPassword } }),
  },
  { call: calls.endOwnSession, field: 'id', of: 'session', send: (id) => ({ params: { id }, body: {} }) },
  { call: calls.revokeInvite, field: 'id', of: 'invite', send: (id) => ({ params: { id } }) },
  { call: calls.invoicePdf, field: 'id', of: 'invoice', send: (id) => ({ params: { id } }) },
  { call: calls.declaration, field: 'id', of: 'declaration', send: (id) => ({ params: { id } }) },
  {
    call: calls.decideDeclaration,
    field: 'id',
    of: 'declaration',
    send: (id) => ({ params: { id }, body: { decision: 'reject' } }),
  },
  { call: calls.order, field: 'id', of: 'shop_order', send: (id) => ({ params: { id } }) },
  { call: calls.orderInvoice, field: 'id', of: 'shop_order', send: (id) => ({ params: { id } }) },
  {
    call: calls.voucherFile,
    field: 'id',
    of: 'shop_order',
    send: (id) => ({ params: { id, position: '0' } }),
  },
  {
    call: calls.arrangeGift,
    field: 'id',
    of: 'shop_order',
    send: (id) => ({
      params: { id, position: '0' },
      body: { recipient: 'ada@example.org', day: '2026-12-24', message: '', picture: null },
    }),
  },
  {
    call: calls.cancelGift,
    field: 'id',
    of: 'shop_order',
    send: (id) => ({ params: { id, position: '0' } }),
  },
  { call: calls.anotherCard, field: 'id', of: 'shop_order', send: (id) => ({ params: { id }, body: {} }) },
  { call: calls.payOrder, field: 'id', of: 'shop_order', send: (id) => ({ params: { id }, body: {} }) },
  {
    call: calls.placeOrder,
    field: 'id',
    of: 'shop_order',
    send: (id) => ({
      params: { id },
      body: { key: 'none', items: [], country: 'DE', setupIntent: 'seti', shownGrossCents: 1 },
    }),
  },
  { call: calls.invoiceXml, field: 'id', of: 'invoice', send: (id) => ({ params: { id } }) },
]

/** IDs that are public: films are in the catalogue, the code of an invite link grants access itself. */
const nobodys: readonly string[] = [
  'GET /api/videos/pieces/:key key',
  ...Object.values<Call>(calls)
    .filter(({ path }) => path.startsWith('/api/video/') && path.includes(':id'))
    .map(({ method, path }) => `${method} ${path} id`),
  // the library, which the admin changes, is the site's
  ...Object.values<Call>(calls)
    .filter(({ path }) => /^\/api\/admin\/(?:library|processing|statistics)\b/.test(path))
    .flatMap(takenBy),
  'POST /api/uploads videoId',
  // and so are its keys
  'POST /api/admin/keys/withdraw id',
  // where browsers and the provider of a company come back to: state and signature say who it is
  'GET /auth/company/:id/callback id',
  'POST /auth/company/:id/logout id',
  // continues the own history
  'GET /api/video-history videoId',
  'POST /api/video-history begun.videoId',
  'GET /api/invite/:id id',
  // the demo shows all mails with their attachments
  'GET /demo/invoice id',
  'GET /demo/attachment id',
  // a signed statement about one account
  'POST /api/account/users quoteId',
  // products are public
  'POST /api/shop/quote items.productId',
  'POST /api/shop/order/:id items.productId',
  'POST /api/shop/quote shippingMethod',
  'POST /api/shop/order/:id shippingMethod',
]

/** The IDs that a call takes, each with its method and path. */
function takenBy({ method, path, params, query, body }: Call): string[] {
  return [params, query, body]
    .flatMap((schema) => (schema ? idFields(schema) : []))
    .map((field) => `${method} ${path} ${field}`)
}

test('every ID that the contract accepts is tried below, or belongs to no account', () => {
  const taken = Object.values<Call>(calls).flatMap(takenBy)
  const tried = attempts.map(({ call, field }) => `${call.method} ${call.path} ${field}`)
  expect(taken.toSorted()).toEqual([...tried, ...nobodys].toSorted())
})

describe('with an id of another account', () => {
  test.each(attempts.map((attempt) => [attempt.call.method, attempt.call.path, attempt] as const))(
    '%s %s answers 404, tells nothing and changes nothing',
    async (_method, _path, { call, of, send }) => {
      const ids = await idsOf(of)
      expect(ids.length).toBeGreaterThan(0)
      for (const id of ids) {
        const before = await everything()
        const answer = await mine.owner.client.call(call, send(id))
        expect([answer.status, answer.problem?.code]).toEqual([404, 'not-found'])
        expect(answer.text).not.toMatch(/zwetschge/i)
        expect(await everything()).toEqual(before)
      }
    },
  )

  test('the same calls work with an own ID, so that the answers above are about ownership', async () => {
    const own = await idsOf('invite', mine)
    const answer = await mine.owner.client.call(calls.revokeInvite, { params: { id: own[0] ?? '' } })
    expect(answer.status).toBe(200)
  })
})

async function idsOf(table: Owned, { id }: SeededAccount = theirs): Promise<string[]> {
  const users = await userIdsOf(site.db, id)
  const rows: readonly { id: string; account_id?: string | null; user_id?: string | null }[] = await allRows(
    site.db,
    table,
  )
  return rows
    .filter((row) => ('account_id' in row ? row.account_id === id : users.includes(row.user_id ?? '')))
    .map((row) => row.id)
}

/** All rows of what can be named, but for when a session was last seen. */
function everything(): Promise<unknown> {
  const tables = [
    'account',
    'account_user',
    'contact',
    'declaration',
    'passkey',
    'invite',
    'invoice_file',
    'mail',
    'session',
    'shop_order',
    'shop_checkout',
  ] as const
  return contentsOf(site.db, tables, { but: 'last_seen_at' })
}

/** The fields of a schema that take an id, by their names from the outside in. */
function idFields(schema: z.ZodMiniType, path: readonly string[] = []): string[] {
  if (schema === Id) return [path.join('.')]
  const { def } = schema._zod as unknown as {
    def: {
      shape?: Record<string, z.ZodMiniType>
      element?: z.ZodMiniType
      innerType?: z.ZodMiniType
      options?: readonly z.ZodMiniType[]
    }
  }
  const inner = [def.element, def.innerType, ...(def.options ?? [])].filter((one) => one !== undefined)
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => idFields(field, [...path, name])),
    ...inner.flatMap((one) => idFields(one, path)),
  ]
}
