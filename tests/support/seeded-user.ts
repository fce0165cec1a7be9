import { createHash, randomUUID } from 'node:crypto'
import { noteTrial } from '#server/books/billing/subscription.store.ts'
import { readTrialKey, trialUseOf } from '#server/identity/accounts/trial-key.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** What seeded rows belong to; `word` is part of everything in them that a search would find. */
export type SeededRows = {
  readonly accountId: string
  readonly word: string
  readonly passwordHash: string
  readonly pictureKey: string
}

/** A user with a row in every table that a user can have rows in. */
export async function seedUser(
  trx: Trx,
  services: Services,
  { accountId, word: accountWord, passwordHash, pictureKey }: SeededRows,
  role: 'owner' | 'user',
) {
  const { clock, random, config } = services
  const word = `${accountWord}-${role}`
  const [now, real] = [clock.now(), clock.real()]
  const later = new Date(real.getTime() + 3_600_000)
  const id = randomUUID()
  const email = `Mail.${word}@example.org`
  const cookie = random.token()
  const bytes = (name: string) => Buffer.from(`${name} of ${word}`)
  const hash = (name: string) => createHash('sha256').update(`${name} of ${word}`).digest()
  const [userId, contactId] = [id, randomUUID()]
  const name = `Name ${word}`
  const session = createHash('sha256').update(cookie).digest()

  await trx
    .insertInto('account_user')
    .values({ id, account_id: accountId, name, role, password_hash: passwordHash, created_at: now })
    .execute()
  const contacts = [
    { id: contactId, email, is_primary: true, confirmed_at: now },
    { id: randomUUID(), email: `pending.${word}@example.org`, is_primary: false, confirmed_at: null },
  ]
  for (const contact of contacts)
    await trx
      .insertInto('contact')
      .values({
        ...contact,
        account_id: accountId,
        user_id: id,
        email_key: contact.email.toLowerCase(),
        created_at: now,
      })
      .execute()
  await trx
    .insertInto('contact_code')
    .values({
      code_hash: hash('code'),
      contact_id: contactId,
      purpose: 'reset-password',
      created_at: real,
      expires_at: later,
    })
    .execute()
  await trx
    .insertInto('contact_move')
    .values({
      id: randomUUID(),
      user_id: userId,
      contact_id: contactId,
      email,
      email_key: email.toLowerCase(),
      former_email: `former.${word}@example.org`,
      former_key: `former.${word}@example.org`,
      proof_hash: hash('proof'),
      objection_hash: hash('objection'),
      created_at: now,
      proven_at: now,
    })
    .execute()
  await trx
    .insertInto('session')
    .values({
      token_hash: session,
      user_id: userId,
      kind: 'full',
      stay_signed_in: true,
      user_agent: `Browser of ${word}`,
      network: `network-${word}`,
      created_at: real,
      last_seen_at: real,
      expires_at: new Date(real.getTime() + 90 * 86_400_000),
    })
    .execute()
  await trx
    .insertInto('user_totp')
    .values({ user_id: userId, secret: bytes('totp'), confirmed_at: real, created_at: real })
    .execute()
  await trx
    .insertInto('recovery_code')
    .values({ code_hash: hash('recovery'), user_id: userId, created_at: real })
    .execute()
  await trx
    .insertInto('passkey')
    .values({
      id: randomUUID(),
      credential_id: `credential-${word}`,
      user_id: userId,
      name: `Key of ${word}`,
      public_key: bytes('public key'),
      counter: 1,
      transports: ['usb'],
      created_at: real,
    })
    .execute()
  await trx
    .insertInto('passkey_challenge')
    .values({
      challenge: `challenge-${word}`,
      purpose: 'add',
      browser_hash: session,
      user_id: userId,
      expires_at: later,
    })
    .execute()
  await trx
    .insertInto('known_browser')
    .values({ user_id: userId, browser_hash: hash('browser'), first_seen_at: real, last_seen_at: real })
    .execute()
  await trx
    .insertInto('code_host_identity')
    .values({ subject: `subject-${word}`, user_id: userId, login: `login-${word}`, created_at: real })
    .execute()
  await trx
    .insertInto('company_identity')
    .values({
      account_id: accountId,
      issuer: 'https://login.example',
      subject: `person-${word}`,
      user_id: userId,
      created_at: real,
    })
    .execute()
  await trx
    .insertInto('code_host_arrival')
    .values({
      browser_hash: hash('arrival'),
      subject: `subject-${word}`,
      login: `login-${word}`,
      name,
      email,
      expires_at: later,
    })
    .execute()
  await trx
    .insertInto('avatar')
    .values({ user_id: userId, key: pictureKey, mime_type: 'image/png', created_at: real })
    .execute()
  const video = { user_id: userId, video_id: `video-${accountWord}` }
  await trx
    .insertInto('playback_grant')
    .values({ ...video, grant_hash: hash('grant'), browser_hash: session, expires_at: later })
    .execute()
  await trx
    .insertInto('viewing')
    .values({ ...video, viewed_at: now, seen: true, position_seconds: 12 })
    .execute()
  await trx.insertInto('viewing_revision').values({ user_id: userId, revision: 1 }).execute()
  await trx
    .insertInto('watched')
    .values({ ...video, played_seconds: 9.5, estimated_seconds: 3 })
    .execute()
  await trx
    .insertInto('favourite')
    .values({ ...video, created_at: now })
    .execute()
  await trx
    .insertInto('bookmark')
    .values({ ...video, second: 12, word: `bookmark-${word}`, created_at: now })
    .execute()
  await trx
    .insertInto('upload')
    .values({
      ...video,
      id: randomUUID(),
      purpose: 'film',
      name: 'lesson.mov',
      length: 7,
      modified_at: real,
      digest: 'a'.repeat(64),
      created_at: real,
      touched_at: real,
    })
    .execute()
  await seedOrder(trx, { userId, email, name, now })
  await seedMail(trx, services, email, `Subject for ${word}`, `a link with text-${word}`)
  await trx
    .insertInto('idempotent_reply')
    .values({
      key_hash: hash('key'),
      request_hash: hash('request'),
      status: 202,
      body: JSON.stringify({ status: 'confirmation-needed', email }),
      created_at: real,
    })
    .execute()
  await noteTrial(trx, trialUseOf(await readTrialKey(trx, config), email), now)
  const hashes = ['code', 'recovery', 'browser', 'grant', 'arrival'].map(hash)
  return {
    id,
    email,
    cookie,
    own: [
      name,
      email,
      `pending.${word}@example.org`,
      `Browser of ${word}`,
      `network-${word}`,
      `Key of ${word}`,
      `login-${word}`,
      `Subject for ${word}`,
      `bookmark-${word}`,
    ],
    secrets: [
      passwordHash,
      cookie,
      `credential-${word}`,
      `challenge-${word}`,
      `text-${word}`,
      ...[...hashes, session, bytes('totp'), bytes('public key')].flatMap((secret) => [
        secret.toString('hex'),
        secret.toString('base64'),
        secret.toString('base64url'),
        secret.toString('latin1'),
      ]),
    ],
  }
}

/** A paid order of the shop. */
async function seedOrder(
  trx: Trx,
  { userId, email, name, now }: { userId: string; email: string; name: string; now: Date },
): Promise<void> {
  const id = randomUUID()
  const checkout = { order_id: id, user_id: userId, email, provider: 'sandbox', mode: 'test' as const }
  await trx
    .insertInto('shop_checkout')
    .values({ ...checkout, customer: null, created_at: now })
    .execute()
  const line = {
    productId: randomUUID(),
    name: 'A month',
    licenseCount: 1,
    interval: { value: 1, unit: 'm' },
  }
  await trx
    .insertInto('shop_order')
    .values({
      id,
      user_id: userId,
      email,
      email_key: email.toLowerCase(),
      language: 'en',
      state: 'paid',
      lines: JSON.stringify([{ ...line, quantity: 1, netCents: 1000, grossCents: 1190 }]),
      facts: JSON.stringify({ vat: { basisPoints: 1900 }, buyer: { name, order: { email, page: '/' } } }),
      net_cents: 1000,
      vat_cents: 190,
      gross_cents: 1190,
      placed_at: now,
      paid_at: now,
    })
    .execute()
}

async function seedMail(
  trx: Trx,
  { clock }: Services,
  to: string,
  subject: string,
  text: string,
): Promise<void> {
  await trx
    .insertInto('mail')
    .values({
      id: randomUUID(),
      effect_key: randomUUID(),
      template: 'reset-password',
      recipient: to,
      subject,
      text_body: text,
      html_body: text,
      created_at: clock.now(),
      next_attempt_at: clock.real(),
      sent_at: clock.now(),
    })
    .execute()
}
