import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { confirmedIn, registrationOf } from '#support/people.ts'
import { inLongForm } from '#support/rounds.ts'
import { usersAt } from '#support/stored/contacts.ts'
import { storeCoupon } from '#support/stored/coupons.ts'
import { inviteOf, joinIn, teamWith } from '#support/team-site.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

// The limits as they are, unlike in the other tests of registering.

const site = testApp()

let host = 0
/** Each request from a different network, so that only the tested limit applies. */
const register = (body: unknown) => {
  host += 1
  return site.client({ remoteAddress: `192.0.2.${host}` }).call(calls.register, { body })
}

test('an address gets ten confirmation mails an hour, and every answer is the same', async () => {
  for (let time = 0; time < 13; time += 1) {
    expect((await register(registrationOf('victim@example.org'))).status).toBe(202)
  }
  expect(await mailsTo(site, 'victim@example.org')).toHaveLength(10)
  // a registration without a mail leaves no rows
  expect(await usersAt(site.db, 'victim@example.org')).toHaveLength(10)
  site.clock.advance({ minutes: 61 })
  expect((await register(registrationOf('Victim@Example.org'))).status).toBe(202)
  expect(await mailsTo(site, 'Victim@example.org')).toHaveLength(1)
})

test('an address with an account gets ten "already registered" mails an hour', async () => {
  await confirmedIn(site, site.client({ remoteAddress: '198.51.100.1' }), 'owner@example.org')
  for (let time = 0; time < 13; time += 1) {
    expect((await register(registrationOf('owner@example.org'))).status).toBe(202)
  }
  const told = (await mailsTo(site, 'owner@example.org')).filter(({ subject }) =>
    /already have/.test(subject),
  )
  expect(told).toHaveLength(10)
})

test.each(['new@joined.example', 'known@joined.example'])(
  'joining a team by a link counts among the ten as well: %s',
  async (email) => {
    const isKnown = email.startsWith('known')
    if (isKnown) await confirmedIn(site, site.client({ remoteAddress: '198.51.100.2' }), email)
    const before = (await mailsTo(site, email)).length
    const code = await inviteOf(await teamWith(site, 5))
    for (let time = 0; time < 7; time += 1) {
      host += 1
      const browser = site.client({ remoteAddress: `192.0.2.${host}` })
      expect((await joinIn(browser, code, email)).status).toBe(202)
    }
    for (let time = 0; time < 7; time += 1) expect((await register(registrationOf(email))).status).toBe(202)
    expect((await mailsTo(site, email)).length - before).toBe(10)
  },
)

test('one network gets three of them, and the owner of the address still gets in from another', async () => {
  const from = (remoteAddress: string) =>
    site.client({ remoteAddress }).call(calls.register, { body: registrationOf('stranger@example.org') })
  for (let time = 0; time < 8; time += 1) expect((await from('198.51.100.7')).status).toBe(202)
  expect(await mailsTo(site, 'stranger@example.org')).toHaveLength(3)
  expect((await from('198.51.100.8')).status).toBe(202)
  expect(await mailsTo(site, 'stranger@example.org')).toHaveLength(4)
})

test('one network may register as many different addresses as it likes, within its thirty: each gets its mail', async () => {
  const emails = Array.from({ length: 5 }, (_, time) => `colleague${time}@example.org`)
  for (const email of emails)
    await site.client({ remoteAddress: '203.0.113.40' }).call(calls.register, { body: registrationOf(email) })
  for (const email of emails) expect(await mailsTo(site, email)).toHaveLength(1)
})

test('eight at once from one network are three, not more', async () => {
  const rush = () =>
    site
      .client({ remoteAddress: '198.51.100.9' })
      .call(calls.register, { body: registrationOf('rush@example.org') })
  await Promise.all(Array.from({ length: 8 }, rush))
  expect(await mailsTo(site, 'rush@example.org')).toHaveLength(3)
})

test('twelve at once from everywhere are ten, not more', async () => {
  await Promise.all(Array.from({ length: 12 }, () => register(registrationOf('crowd@example.org'))))
  expect(await mailsTo(site, 'crowd@example.org')).toHaveLength(10)
})

test('a network may send ten wrong coupon codes an hour, then it must wait', async () => {
  const guess = (couponCode: string) => {
    const body = registrationOf('guesser@example.org', { couponCode })
    return site.client({ remoteAddress: '203.0.113.9' }).call(calls.register, { body })
  }
  for (let time = 0; time < 10; time += 1) expect((await guess(`guess-${time}`)).status).toBe(422)
  const refused = await guess('guess-10')
  expect(refused.problem?.code).toBe('too-many-requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('valid coupon codes are not limited: a network may send a dozen', async () => {
  const { database, clock } = site.services
  const couponCode = await storeCoupon(database.db, { code: 'FOR-THE-CLASS', createdAt: clock.now() })
  const browser = () => site.client({ remoteAddress: '203.0.113.10' })
  for (let time = 0; time < 12; time += 1) {
    const body = registrationOf(`pupil${time}@example.org`, { couponCode })
    expect((await browser().call(calls.register, { body })).status).toBe(202)
  }
})

test('registering without a coupon takes back no wrong one', async () => {
  const statuses = []
  for (let time = 0; time < 22; time += 1) {
    const coupon = time % 2 === 0 ? { couponCode: `guess-${time}` } : {}
    const browser = site.client({ remoteAddress: '203.0.113.11' })
    const body = registrationOf(`between${time}@example.org`, coupon)
    statuses.push((await browser.call(calls.register, { body })).status)
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 10 }, () => [422, 202]).flat())
  expect(statuses.slice(20)).toEqual([429, 202])
})

test('a network may send thirty registrations an hour', async () => {
  const statuses = []
  for (let time = 0; time < 31; time += 1) {
    const browser = site.client({ remoteAddress: `2001:db8:1:2::${time.toString(16)}` })
    statuses.push(
      (await browser.call(calls.register, { body: registrationOf(`many${time}@example.org`) })).status,
    )
  }
  expect(statuses.filter((status) => status === 202)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

if (inLongForm)
  test('very many wrong coupon codes at registration, from any networks, are reported to the admin once', async () => {
    const watched = await createTestApp()
    try {
      await seedDemo(watched.services)
      const guess = (index: number) =>
        watched.client({ remoteAddress: `10.0.${Math.floor(index / 8)}.1` }).call(calls.register, {
          body: registrationOf(`guess${index}@example.org`, { couponCode: `guess-${index}` }),
        })
      for (let index = 0; index < 210; index += 1) expect((await guess(index)).status).toBe(422)
      const told = (await mailsTo(watched, theAdmin.email)).filter(({ subject }) =>
        /guesses coupon codes/.test(subject),
      )
      expect(told).toHaveLength(1)
    } finally {
      await watched.close()
    }
  })
