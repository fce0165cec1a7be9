import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore } from '#server/platform/jobs/upkeep-step.ts'
import type { Delivery, MailTransport, OutgoingMail } from '#server/platform/outside/mail.ts'
import { smtpMail } from '#server/platform/outside/mail-smtp.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { inLongForm } from '#support/rounds.ts'
import { freePort } from '#support/server-process.ts'
import { type SmtpServerForTests, startSmtpServer } from '#support/smtp.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { createTestApp } from '#support/test-app.ts'
import { forgetUndeliveredTexts } from './mail.store.ts'
import { queueMail } from './queue-mail.ts'
import { sendDueMails } from './send-due-mails.ts'
import { confirmContactMail } from './templates/contacts.ts'

const settings = {
  DEMO: '0',
  BASE_URL: 'https://films.example.org',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'Films <films@example.org>',
}

/** The way out, which each test chooses. */
let way: MailTransport
let smtp: SmtpServerForTests

const site = openForTests(() =>
  createTestApp({ settings, services: { mail: { deliver: (mail) => way.deliver(mail) } } }),
)
beforeEach(async () => {
  await emptyTables(site.db, 'mail', 'mail_pause')
  smtp = await startSmtpServer()
  way = smtpMail(smtp.url, settings.MAIL_FROM, 'films.example.org', false)
})
afterEach(() => smtp.close())

/** Queues a mail as a business event does. */
async function queue(effectKey = 'event 1', to = 'ada@example.org', name = 'Ada'): Promise<void> {
  const content = confirmContactMail({ name, email: to, code: 'the-code' }, site.services.config, 'en')
  const order = { effectKey, template: 'confirm-contact', to, content } as const
  await inTransaction(site.db, (trx) => queueMail(trx, site.services, order))
}

const rows = async () =>
  (await allRows(site.db, 'mail')).toSorted((a, b) => (a.effect_key < b.effect_key ? -1 : 1))

describe('the outbox', () => {
  test('delivers a queued mail once', async () => {
    await queue()
    await site.services.queue.drain()
    await site.services.queue.drain()
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ada@example.org']])
    expect(smtp.received[0]?.header('Subject')).toBe('Please confirm your email for Lectern')
  })

  test('sends one mail for a repeated event', async () => {
    await queue('event 1')
    await queue('event 1')
    await queue('event 2')
    await site.services.queue.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('brings the files that were queued with a mail, once, and forgets them once it is out', async () => {
    const content = confirmContactMail(
      { name: 'Ada', email: 'ada@example.org', code: 'x' },
      site.services.config,
      'en',
    )
    const attachments = ['Terms.pdf', 'Withdrawal.pdf'].map((fileName) => ({
      fileName,
      contentType: 'application/pdf',
      bytes: Buffer.from(`%PDF of ${fileName}`),
    }))
    const order = { effectKey: 'order 1', template: 'order', to: 'ada@example.org', content } as const
    const kept = () => allRows(site.db, 'mail_attachment')
    for (const _ of ['told', 'told again'])
      await inTransaction(site.db, (trx) => queueMail(trx, site.services, { ...order, attachments }))
    expect(await kept()).toHaveLength(2)
    await site.services.queue.drain()
    expect(smtp.received).toHaveLength(1)
    const [{ raw = '' } = {}] = smtp.received
    for (const { fileName, bytes } of attachments) {
      expect(raw).toContain(`filename=${fileName}`)
      expect(raw).toContain(bytes.toString('base64'))
    }
    expect(await kept()).toEqual([])
  })

  test('sends nothing for an event that did not happen after all', async () => {
    const content = confirmContactMail(
      { name: 'Ada', email: 'ada@example.org', code: 'x' },
      site.services.config,
      'en',
    )
    const order = { effectKey: 'never', template: 'confirm-contact', to: 'ada@example.org', content } as const
    const rolledBack = inTransaction(site.db, async (trx) => {
      await queueMail(trx, site.services, order)
      throw new Error('it did not happen')
    })
    await expect(rolledBack).rejects.toThrow('it did not happen')
    await site.services.queue.drain()
    expect(smtp.received).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('forgets the text, with its code, once the mail is out', async () => {
    await queue()
    await site.services.queue.drain()
    expect(await rows()).toMatchObject([
      { text_body: '', html_body: '', sent_at: site.clock.now(), last_error: null },
    ])
  })

  test('hands a name on as text, without header, markup or address in it', async () => {
    await queue('event 1', 'ada@example.org', '<img src=x onerror=alert(1)>\r\nBcc: mallory@example.org')
    await queue('event 2', 'bob@example.org', 'You won, see evil.example')
    await site.services.queue.drain()
    expect(smtp.received).toHaveLength(2)
    for (const { recipients, headers, raw } of smtp.received) {
      expect(recipients).toHaveLength(1)
      expect(headers).toHaveLength(8)
      expect(raw).not.toMatch(/mallory|<img|onerror|evil\.example/)
    }
  })
})

describe('a mail that is put off', () => {
  test('is tried again, less and less often, and then delivered', async () => {
    smtp.refuse({ code: 451, message: 'greylisted' })
    await queue()
    await sendDueMails(site.services)
    expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null }])
    site.clock.advance({ seconds: 29 })
    await sendDueMails(site.services)
    expect(await rows()).toMatchObject([{ attempts: 1 }])
    site.clock.advance({ seconds: 1 })
    await sendDueMails(site.services)
    expect(await rows()).toMatchObject([{ attempts: 2 }])
    site.clock.advance({ seconds: 59 })
    smtp.refuse(undefined)
    await sendDueMails(site.services)
    expect(smtp.received).toHaveLength(0)
    site.clock.advance({ seconds: 1 })
    await sendDueMails(site.services)
    expect(smtp.received).toHaveLength(1)
  })

  if (inLongForm)
    test('is given up after five days; its text stays for a week', async () => {
      smtp.refuse({ code: 451, message: 'not today' })
      await queue()
      const start = site.clock.real()
      for (let attempt = 0; attempt < 60 && (await rows())[0]?.failed_at === null; attempt += 1) {
        await sendDueMails(site.services)
        site.clock.advance({ hours: 3 })
      }
      const days = (site.clock.real().getTime() - start.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(5)
      expect(days).toBeLessThan(5.2)
      const text = { text_body: expect.stringContaining('the-code') }
      expect(await rows()).toMatchObject([{ last_error: expect.stringContaining('not today'), ...text }])
      site.clock.advance({ days: 6, hours: 20 })
      await forgetUndeliveredTexts(site.db, daysBefore(site.clock.now(), 7))
      expect(await rows()).toMatchObject([text])
      site.clock.advance({ hours: 2 })
      await forgetUndeliveredTexts(site.db, daysBefore(site.clock.now(), 7))
      expect(await rows()).toMatchObject([{ text_body: '', html_body: '' }])
    })

  test('that is refused for good is given up at once, with the reason for the operator', async () => {
    smtp.refuse({ code: 550, message: 'no such user' })
    await queue()
    await site.services.queue.drain()
    smtp.refuse(undefined)
    site.clock.advance({ days: 1 })
    expect(await sendDueMails(site.services)).toBe(false)
    expect(smtp.received).toEqual([])
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('no such user') }])
  })
})

describe('a mail server that is away', () => {
  test('costs one round of attempts, and finds all mails within two minutes of its return', async () => {
    const port = await freePort()
    way = smtpMail(`smtp://127.0.0.1:${port}`, settings.MAIL_FROM, 'films.example.org', false)
    for (let mail = 0; mail < 100; mail += 1) await queue(`event ${mail}`, `viewer${mail}@example.org`)
    for (let minute = 0; minute < 60; minute += 1) {
      expect(await sendDueMails(site.services)).toBe(true)
      site.clock.advance({ minutes: 1 })
    }
    expect((await rows()).filter(({ failed_at }) => failed_at !== null)).toEqual([])
    const back = await startSmtpServer({ port })
    for (let second = 0; second < 120; second += 15) {
      await sendDueMails(site.services)
      site.clock.advance({ seconds: 15 })
    }
    expect(new Set(back.received.flatMap(({ recipients }) => recipients)).size).toBe(100)
    expect(back.received).toHaveLength(100)
    await back.close()
  })
})

describe('a process that dies while sending a mail', () => {
  test('leaves a mail that is sent again, with the same Message-ID', async () => {
    await queue()
    const handedOver = Promise.withResolvers<OutgoingMail>()
    way = {
      deliver: (mail) => {
        handedOver.resolve(mail)
        return new Promise<Delivery>(() => {})
      },
    }
    const dying = new AbortController()
    void sendDueMails({ ...site.services, stopping: dying.signal })
    const first = await handedOver.promise
    dying.abort()
    way = smtpMail(smtp.url, settings.MAIL_FROM, 'films.example.org', false)
    await sendDueMails(site.services)
    expect(smtp.received).toEqual([])
    site.clock.advance({ minutes: 3 })
    await sendDueMails(site.services)
    expect(smtp.received.map((mail) => mail.header('Message-ID'))).toEqual([
      `<${first.id}@films.example.org>`,
    ])
  })
})
