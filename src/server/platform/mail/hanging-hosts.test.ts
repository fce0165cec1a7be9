import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Delivery, MailTransport } from '#server/platform/outside/mail.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { createTestApp } from '#support/test-app.ts'
import { claimDueMails } from './claim-mails.store.ts'
import { queueMail } from './queue-mail.ts'
import { sendDueMails } from './send-due-mails.ts'
import { confirmContactMail } from './templates/contacts.ts'

/** The reaction of a recipient's host to a mail. */
let answer: (to: string) => Delivery | Promise<Delivery>
/** Recipients and subjects in the order in which they were handed over. */
let begun: string[]
let delivered: string[]
/** How many mails were under way at the same time. */
let underWay: number
let most: number

const transport: MailTransport = {
  async deliver({ to, subject }) {
    begun.push(to)
    underWay += 1
    most = Math.max(most, underWay)
    const delivery = await answer(to)
    underWay -= 1
    if (delivery.outcome === 'delivered') delivered.push(`${to} ${subject}`)
    return delivery
  },
}

const site = openForTests(() =>
  createTestApp({
    settings: {
      DEMO: '0',
      BASE_URL: 'https://films.example.org',
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'Films <films@example.org>',
    },
    services: { mail: transport },
  }),
)
let silence = Promise.withResolvers<Delivery>()
beforeEach(async () => {
  await emptyTables(site.db, 'mail', 'mail_pause')
  begun = []
  delivered = []
  underWay = 0
  most = 0
  silence = Promise.withResolvers()
  answer = () => taken
})
afterEach(async () => {
  silence.resolve(noAnswer)
  await Promise.allSettled(sendings)
})

const taken: Delivery = { outcome: 'delivered' }
const noAnswer: Delivery = { outcome: 'silent', reason: 'Timeout' }
const later: Delivery = { outcome: 'refused', forGood: false, reason: '451 try again later' }
const away: Delivery = { outcome: 'unreachable', reason: 'connect ECONNREFUSED' }

let queued = 0
async function queue(...recipients: readonly string[]): Promise<void> {
  const { services } = site
  for (const to of recipients) {
    queued += 1
    const content = {
      ...confirmContactMail({ name: 'Ada', email: to, code: 'the-code' }, services.config, 'en'),
      subject: `Mail ${queued}`,
    }
    const order = { effectKey: `event ${queued}`, template: 'confirm-contact', to, content } as const
    await inTransaction(services.database.db, (trx) => queueMail(trx, services, order))
  }
}

const sendings: Promise<boolean>[] = []
const send = () => {
  const sending = sendDueMails(site.services)
  sendings.push(sending)
  return sending
}
const rows = () => allRows(site.db, 'mail')
const pauses = async () =>
  (await allRows(site.db, 'mail_pause')).map(({ scope, until }) => ({
    scope,
    seconds: until && Math.round((until.getTime() - site.clock.real().getTime()) / 1_000),
  }))
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await wait(20)
}

describe('recipients whose hosts do not answer', () => {
  const hangs = (to: string) => to.includes('hang')
  beforeEach(() => {
    answer = (to) => (hangs(to) ? silence.promise : taken)
  })

  test('delay no other mail, not even one queued meanwhile', { timeout: 30_000 }, async () => {
    const good = Array.from({ length: 40 }, (_, of) => `viewer${of}@school${of % 4}.example`)
    // one of each four, each at a different host
    const all = good.flatMap((to, of) => (of % 4 === 3 ? [to, `ada@hang${of}.example`] : [to]))
    await queue(...all)
    const sending = send()
    await until(() => delivered.length === good.length)
    expect(begun.filter(hangs).length).toBeGreaterThan(7)
    await queue('late@school0.example')
    await until(() => delivered.length === good.length + 1)
    expect(most).toBeLessThanOrEqual(25)
    silence.resolve(noAnswer)
    expect(await sending).toBe(true)
  })

  test('are skipped once there are many, for domains that accepted a mail before', {
    timeout: 30_000,
  }, async () => {
    await queue('known@school.example')
    await send()
    await queue(
      ...Array.from({ length: 40 }, (_, of) => `ada@hang${of}.example`),
      'new@other.example',
      'viewer@school.example',
    )
    const sending = send()
    await until(() => delivered.length === 2)
    expect(delivered[1]).toMatch('viewer@school.example')
    expect(begun.filter(hangs).length).toBeLessThanOrEqual(25)
    silence.resolve(noAnswer)
    await sending
    expect(delivered.toSorted()[1]).toMatch('new@other.example')
  })

  test('come after domains without a failure, though their mails were written first', async () => {
    silence.resolve(noAnswer)
    await queue('a@hang.example')
    await send()
    await queue('b@hang.example', 'viewer@new.example')
    const now = site.clock.real()
    const claimed = await claimDueMails(site.db, {
      now,
      heldUntil: new Date(now.getTime() + 1_000),
      limit: 1,
      knownOnly: false,
    })
    expect(claimed.map(({ recipient }) => recipient)).toEqual(['viewer@new.example'])
  })

  test('of one domain get one mail at a time, and after two none for a minute, then ever fewer', async () => {
    await queue(...Array.from({ length: 10 }, (_, of) => `viewer${of}@hang.example`))
    silence.resolve(noAnswer)
    await send()
    expect({ begun, most }).toEqual({ begun: ['viewer0@hang.example', 'viewer1@hang.example'], most: 1 })
    expect(await pauses()).toEqual([{ scope: 'hang.example', seconds: 60 }])
    site.clock.advanceReal({ seconds: 59 })
    await send()
    expect(begun).toHaveLength(2)
    site.clock.advanceReal({ seconds: 1 })
    await send()
    expect(begun.slice(2)).toEqual(['viewer2@hang.example'])
    expect(await pauses()).toEqual([{ scope: 'hang.example', seconds: 120 }])
    answer = () => taken
    site.clock.advanceReal({ seconds: 120 })
    await send()
    expect(delivered).toHaveLength(10)
    expect(await pauses()).toEqual([])
  })

  test('are given up after five days, including those never tried', async () => {
    await queue(...Array.from({ length: 10 }, (_, of) => `viewer${of}@hang.example`))
    silence.resolve(noAnswer)
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await send()
      site.clock.advanceReal({ hours: 5 })
    }
    expect((await rows()).filter(({ given_up_at }) => given_up_at === null)).toEqual([])
    expect(await send()).toBe(false)
  })
})

test('a site that must stop waits a few seconds for hanging mails, and no longer', async () => {
  answer = () => silence.promise
  await queue('ada@hang.example')
  const stopping = new AbortController()
  const sending = sendDueMails({ ...site.services, stopping: stopping.signal })
  await until(() => begun.length === 1)
  const stopped = performance.now()
  stopping.abort()
  expect(await sending).toBe(true)
  expect(performance.now() - stopped).toBeLessThan(9_000)
  silence.resolve(noAnswer)
  await until(async () => (await pauses()).length > 0)
})

describe('a host that asks to try again later', () => {
  test('is asked for each recipient once, because many defer new senders; then it is paused', async () => {
    answer = () => later
    await queue('a@busy.example', 'b@busy.example', 'c@busy.example')
    await send()
    expect(begun).toHaveLength(3)
    expect((await pauses()).filter(({ seconds }) => seconds !== null)).toEqual([])
    site.clock.advanceReal({ seconds: 30 })
    await send()
    expect(begun).toHaveLength(5)
    expect(await pauses()).toEqual([{ scope: 'busy.example', seconds: 60 }])
  })

  test('for one recipient only, whose mailbox is full, still gets the mails of the others', async () => {
    answer = (to) => (to.startsWith('full') ? later : taken)
    await queue('full@busy.example')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await send()
      site.clock.advanceReal({ hours: 1 })
    }
    await queue('b@busy.example')
    await send()
    expect(delivered).toHaveLength(1)
    expect((await pauses()).filter(({ seconds }) => seconds !== null)).toEqual([])
  })
})

describe('a mail server that is away', () => {
  test('has all mails wait, for a minute at most, and has them given up after five days', async () => {
    answer = () => away
    await queue('a@one.example', 'b@two.example', 'c@three.example')
    await send()
    await queue('d@four.example')
    await send()
    expect(begun).not.toContain('d@four.example')
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await send()
      expect((await pauses())[0]?.seconds).toBeLessThanOrEqual(60)
      site.clock.advanceReal({ hours: 5 })
    }
    expect((await rows()).filter(({ given_up_at }) => given_up_at === null)).toEqual([])
  })
})

describe('two processes', () => {
  test('send each mail once, and to each recipient in the order in which the mails were written', async () => {
    answer = async () => {
      await wait(Math.random() * 10)
      return taken
    }
    const recipients = ['ada', 'bob', 'eve', 'joe'].map((name) => `${name}@school.example`)
    for (let round = 0; round < 15; round += 1) await queue(...recipients)
    await Promise.all([send(), send(), send()])
    expect(delivered).toHaveLength(60)
    for (const to of recipients) {
      const numbers = delivered
        .filter((line) => line.startsWith(to))
        .map((line) => Number(line.split(' ').at(-1)))
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
      expect(new Set(numbers).size).toBe(15)
    }
  })
})
