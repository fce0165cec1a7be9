import { afterEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { alreadyRegisteredMail } from '#server/platform/mail/templates/contacts.ts'
import type { Delivery } from '#server/platform/outside/mail.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

const site = testApp()

const health = async () => {
  // the upkeep, which no test here runs, is late from some time on
  const { body } = await site.client().call(calls.healthReady)
  const reasons = body.reasons?.filter((reason) => reason.startsWith('mail '))
  return { reasons, mail: body.checks?.mail }
}

describe('mails that are not taken', () => {
  let delivery: Delivery
  const put = async (to: string) => {
    const { services } = site
    const content = alreadyRegisteredMail({ email: to }, services.config, 'en')
    const order = { effectKey: to, template: 'already-registered', to, content } as const
    await inTransaction(services.database.db, (trx) => queueMail(trx, services, order))
  }
  const send = () => sendDueMails({ ...site.services, mail: { deliver: async () => delivery } })
  afterEach(() => emptyTables(site.db, 'mail', 'mail_pause'))

  test('are told after five minutes, until the first mail goes out', async () => {
    delivery = { outcome: 'silent', reason: 'Timeout' }
    await put('ada@hang.example')
    await send()
    expect((await health()).reasons).toEqual([])
    site.clock.advanceReal({ minutes: 6 })
    await send()
    expect((await health()).reasons).toEqual([
      'mail is failing: mails have been tried in vain for more than 5 minutes (see /admin/messages)',
    ])
    delivery = { outcome: 'delivered' }
    await put('bob@school.example')
    await send()
    expect(await health()).toEqual({ mail: 'ok', reasons: [] })
  })

  test('and wait for a host that is paused do not count as stuck', async () => {
    delivery = { outcome: 'silent', reason: 'Timeout' }
    for (let mail = 0; mail < 3; mail += 1) await put(`viewer${mail}@hang.example`)
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await send()
      site.clock.advanceReal({ minutes: 10 })
    }
    await send()
    delivery = { outcome: 'delivered' }
    await put('bob@school.example')
    await send()
    site.clock.advanceReal({ minutes: 6 })
    expect((await health()).reasons).toEqual([])
  })

  test('and are given up in the end are told, until another mail goes out', async () => {
    delivery = { outcome: 'silent', reason: 'Timeout' }
    await put('ada@hang.example')
    await send()
    site.clock.advanceReal({ days: 5 })
    await send()
    expect((await health()).reasons).toEqual([
      'mail is failing: a mail was given up after 5 days (see /admin/messages)',
    ])
    site.clock.advanceReal({ seconds: 1 })
    delivery = { outcome: 'delivered' }
    await put('bob@school.example')
    await send()
    expect((await health()).reasons).toEqual([])
  })

  test('by a server that could not be used are forgotten with the first mail that is taken, without asking it again', async () => {
    const mail = {
      deliver: site.services.mail.deliver,
      check: async () => ({ code: 'EAUTH', message: '535' }),
    }
    const app = await createApp({ ...site.services, mail })
    const ready = () => new TestClient(app, site.services.config).call(calls.healthReady)
    await expect.poll(async () => (await ready()).body.status).toBe('degraded')
    site.clock.advanceReal({ seconds: 1 })
    delivery = { outcome: 'delivered' }
    await put('bob@school.example')
    await send()
    expect((await ready()).body.status).toBe('ok')
    await app.close()
  })
})
