import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noSubscription } from '#domain/billing/state.ts'
import { priceSets } from '#domain/pricing.ts'
import { saveSubscription } from '#server/books/billing/billing.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type SeededRows, seedUser } from './seeded-user.ts'
import { storePeopleImport } from './stored/imports.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const seededPassword = 'seeded, not grown'

type SeededUser = {
  readonly id: string
  readonly email: string
  readonly client: TestClient
  /** Words of their stored data that they may read. */
  readonly own: readonly string[]
  /** Secrets that grant access, as stored and as used. */
  readonly secrets: readonly string[]
}

export type SeededAccount = {
  readonly id: string
  readonly owner: SeededUser
  readonly member: SeededUser
  /** Words of the account's stored data. */
  readonly own: readonly string[]
  readonly secrets: readonly string[]
  readonly pictureKey: string
}

/** An account with a row in every table with rows of accounts or users, each with unique words. `word` is letters. */
export async function seedAccount(site: TestApp, word: string): Promise<SeededAccount> {
  const { services } = site
  const passwordHash = await services.passwords.hash(seededPassword)
  if (typeof passwordHash !== 'string') throw new Error('too many passwords at once')
  const pictureKey = await storePicture(services, word)
  const id = randomUUID()
  const about = { accountId: id, word, passwordHash, pictureKey }
  const seeded = await inTransaction(services.database.db, async (trx) => {
    await seedVideo(trx, word)
    const own = await seedAccountRow(trx, services, about)
    const owner = await seedUser(trx, services, about, 'owner')
    const member = await seedUser(trx, services, about, 'user')
    const invite = await seedMoneyAndInvite(trx, services, about, owner.id)
    return { owner, member, own: [...own, ...invite.own], secrets: invite.secrets }
  })
  return {
    ...seeded,
    id,
    owner: { ...seeded.owner, client: signedIn(site, seeded.owner.cookie) },
    member: { ...seeded.member, client: signedIn(site, seeded.member.cookie) },
    pictureKey,
  }
}

function signedIn(site: TestApp, cookie: string): TestClient {
  const client = site.client()
  client.cookies.set(cookieName(site.services.config, 'session'), cookie)
  return client
}

async function storePicture({ media }: Services, word: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-picture-'))
  writeFileSync(join(folder, 'picture'), `the picture of ${word}`)
  const stored = await media.put(join(folder, 'picture'), 'png')
  rmSync(folder, { recursive: true })
  if ('refused' in stored) throw new Error(stored.refused)
  return stored.key
}

async function seedVideo(trx: Trx, word: string): Promise<void> {
  const category = { id: word, name: word, url_key: word, position: 1 }
  await trx.insertInto('category').values(category).execute()
  await trx
    .insertInto('video')
    .values({
      id: `video-${word}`,
      title: `Title for ${word}`,
      description: '',
      duration_seconds: 60,
      published_on: '2026-01-04',
      published_at: new Date('2026-01-04T00:00:00Z'),
      category_id: word,
      tags: [],
      version_ids: [],
      free: false,
      film_key: `${'0'.repeat(64)}.mp4`,
      tracks: '[]',
      chapters: '[]',
    })
    .execute()
}

async function seedAccountRow(
  trx: Trx,
  { clock }: Services,
  { accountId, word }: SeededRows,
): Promise<string[]> {
  const own = {
    name: `Company ${word}`,
    vat_id: `DE-${word}-VAT`,
    billing_address: `Street of ${word} 1`,
  }
  const row = { id: accountId, ...own, country: 'DE', created_at: clock.now() }
  await trx.insertInto('account').values(row).execute()
  const company = { id: randomUUID(), account_id: accountId, domain: `${word}.example`, dns_token: 'x' }
  await trx
    .insertInto('company_sign_in')
    .values({ ...company, created_at: clock.real() })
    .execute()
  return Object.values(own)
}

async function seedMoneyAndInvite(
  trx: Trx,
  { clock }: Services,
  { accountId, word }: SeededRows,
  ownerId: string,
) {
  const now = clock.now()
  const later = new Date(now.getTime() + 90 * 86_400_000)
  const couponKey = `COUPON-${word}`.toUpperCase()
  await trx
    .insertInto('coupon')
    .values({
      code_key: couponKey,
      code: couponKey,
      license_count: 2,
      interval_value: 1,
      interval_unit: 'm',
      max_uses: 5,
      uses: 1,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('coupon_use')
    .values({ coupon_key: couponKey, account_id: accountId, redeemed_at: now, created_at: now })
    .execute()
  const state = {
    ...noSubscription(true),
    status: 'prepaid',
    until: later,
    licenseCount: 2,
    includedLicenses: 2,
    includedUntil: later,
    interval: { value: 1, unit: 'm' },
    coupon: couponKey,
  } as const
  await saveSubscription(trx, accountId, state, later)
  await trx
    .insertInto('coming_renewal')
    .values({ account_id: accountId, at: later, kind: 'granted', net_cents: 0, seats: 2 })
    .execute()
  await trx
    .insertInto('subscription_level')
    .values({
      account_id: accountId,
      at: now,
      step: 'free',
      phase: 'granted',
      phase_before: 'none',
      monthly_cents: 0,
      monthly_change: 0,
      paid_seats: 0,
      seats_change: 0,
      free_seats: 2,
    })
    .execute()
  await trx
    .insertInto('invite')
    .values({
      id: randomUUID(),
      account_id: accountId,
      code: `invite-code-${word}`,
      domain: `${word}.example.org`,
      created_by: ownerId,
      created_at: now,
      expires_at: later,
    })
    .execute()
  const paid = { account_id: accountId, provider: 'sandbox', mode: 'test', created_at: now } as const
  await trx
    .insertInto('payment_customer')
    .values({ ...paid, ref: `customer-${word}` })
    .execute()
  await trx
    .insertInto('payment_method')
    .values({
      ...paid,
      ref: `card-${word}`,
      brand: 'visa',
      last4: '4242',
      expires: '2030-12',
    })
    .execute()
  await trx
    .insertInto('price_quote')
    .values({
      id: randomUUID(),
      account_id: accountId,
      subscription_version: 1,
      users: 2,
      net_cents: 100,
      gross_cents: 119,
      expires_at: later,
    })
    .execute()
  await trx
    .insertInto('waiting_users')
    .values({
      account_id: accountId,
      charge_key: 'seats-2',
      change: JSON.stringify({ users: [{ name: `Waiting ${word}`, email: `waiting@${word}.example.org` }] }),
      created_at: now,
    })
    .execute()
  await seedDeclarations(trx, { accountId, word, now })
  return { own: [couponKey, `${word}.example.org`, `Contract of ${word}`], secrets: [`invite-code-${word}`] }
}

async function seedDeclarations(
  trx: Trx,
  { accountId, word, now }: { accountId: string; word: string; now: Date },
): Promise<void> {
  const email = `declares@${word}.example.org`
  await trx
    .insertInto('declaration')
    .values({
      id: randomUUID(),
      kind: 'cancellation',
      received_at: now,
      name: `Declares ${word}`,
      email,
      email_key: email,
      contract: `Contract of ${word}`,
      cancellation: 'ordinary',
      language: 'en',
      outcome: 'done',
      account_id: accountId,
      settled_at: now,
    })
    .execute()
  await trx
    .insertInto('immediate_start')
    .values({
      id: randomUUID(),
      account_id: accountId,
      asked_at: now,
      interval_value: 1,
      interval_unit: 'm',
      gross_cents: 1190,
    })
    .execute()
  const moveId = randomUUID()
  await trx
    .insertInto('price_move')
    .values({
      id: moveId,
      name: 'spring',
      plan: JSON.stringify(priceSets.launch),
      starts_at: now,
      otherwise: 'keep',
      created_at: now,
      stopped_at: null,
    })
    .execute()
  await trx
    .insertInto('price_move_account')
    .values({
      move_id: moveId,
      account_id: accountId,
      users: 1,
      interval_value: 1,
      interval_unit: 'm',
      old_cents: 1000,
      new_cents: 1200,
      announced_at: now,
      mail_key: `new-price ${word}`,
      mailed_at: now,
      accepted_at: now,
      words: `Words of ${word}`,
      outcome: null,
      outcome_at: null,
    })
    .execute()
  const importId = randomUUID()
  await storePeopleImport(trx, { id: importId, state: 'done', at: now })
  await trx
    .insertInto('imported_person')
    .values({ account_id: accountId, import_id: importId, invited_at: now })
    .execute()
  await trx
    .insertInto('newsletter_consent')
    .values({
      id: randomUUID(),
      account_id: accountId,
      agreed: true,
      at: now,
      text: 'Tell me',
      means: 'profile',
    })
    .execute()
}
