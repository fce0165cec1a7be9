import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '#server/database/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sendDueMails } from '#server/mail/send-due-mails.ts'
import { alreadyRegisteredMail } from '#server/mail/templates/contacts.ts'
import { smtpMail } from '#server/outside/mail-smtp.ts'
import { startSmtpServer } from '#support/smtp.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'
import type { Row } from './report.ts'

const inAll = 1_000
const hanging = 50
const goalSeconds = 60

/** A thousand mails, of which the first fifty are to recipients for whom the mail server never answers; beside as many without such. */
export async function measureMails(server: PostgresqlServer): Promise<Row> {
  const without = await secondsUntilTaken(server, 'mails_alone', { good: inAll - hanging, silent: 0 })
  const seconds = await secondsUntilTaken(server, 'mails_hanging', {
    good: inAll - hanging,
    silent: hanging,
  })
  return {
    area: `${inAll.toLocaleString('en')} mails, ${hanging} of them to recipients at 10 hosts that never answer`,
    measured: `the others delivered within ${seconds.toFixed(1)} s`,
    against: `${without.toFixed(1)} s where all answer`,
    goal: `${goalSeconds} s`,
    met: seconds <= goalSeconds,
  }
}

/** How long it takes until the mail server has taken all mails to the hosts that answer. */
async function secondsUntilTaken(
  server: PostgresqlServer,
  name: string,
  { good, silent }: { readonly good: number; readonly silent: number },
): Promise<number> {
  const smtp = await startSmtpServer()
  const database = await openNewDatabase(server, name)
  const mail = smtpMail(smtp.url, 'Films <films@example.org>', 'films.example.org', false)
  const site = await createTestApp({ start: new Date(), services: { database, mail } })
  const stopping = new AbortController()
  try {
    smtp.treat((recipient) => (recipient.includes('@hang') ? 'silence' : undefined))
    for (let n = 0; n < silent; n += 1) await queue(site, `viewer${n}@hang${n % 10}.example`)
    for (let n = 0; n < good; n += 1) await queue(site, `viewer${n}@school${n % 20}.example`)
    const begun = performance.now()
    const sending = sendDueMails({ ...site.services, stopping: stopping.signal })
    while (smtp.received.length < good && performance.now() - begun < longestMs) await wait(50)
    const seconds = (performance.now() - begun) / 1_000
    if (smtp.received.length < good)
      throw new Error(`only ${smtp.received.length} of ${good} mails were taken`)
    stopping.abort()
    await sending
    return seconds
  } finally {
    await site.close()
    await smtp.close()
  }
}

function queue({ services }: TestApp, to: string): Promise<void> {
  const content = alreadyRegisteredMail({ email: to }, services.config, 'en')
  const order = { effectKey: to, template: 'already-registered', to, content } as const
  return inTransaction(services.database.db, (trx) => queueMail(trx, services, order))
}

const longestMs = 300_000
