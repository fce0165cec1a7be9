import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { alreadyRegisteredMail } from '#server/platform/mail/templates/contacts.ts'
import { smtpMail } from '#server/platform/outside/mail-smtp.ts'
import { startSmtpServer } from '#support/smtp.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'
import type { Row } from './report.ts'

const inAll = 1_000
const hanging = 50
/** Hosts of the accepting recipients. */
const hosts = 20

/**
 * Measures a thousand mails, the first fifty to recipients whose mail server never answers, against the others alone: on
 * a site in use, whose mails these hosts have accepted before, and on a new one.
 */
export async function measureMails(server: PostgresqlServer): Promise<Row[]> {
  const good = inAll - hanging
  const alone = await secondsUntilTaken(server, 'mails_alone', { good, silent: 0, inUse: true })
  const rows: Row[] = []
  for (const inUse of [true, false]) {
    const name = inUse ? 'mails_in_use' : 'mails_of_new_site'
    const seconds = await secondsUntilTaken(server, name, { good, silent: hanging, inUse })
    rows.push({
      area: `${inAll.toLocaleString('en')} mails of a ${inUse ? 'site in use' : 'new site'}, ${hanging} of them to 10 hosts that never answer`,
      measured: `the others delivered within ${seconds.toFixed(1)} s`,
      against: `${alone.toFixed(1)} s where all answer`,
      ratio: alone / seconds,
      goal: '0.5',
      met: alone / seconds >= 0.5,
    })
  }
  return rows
}

/** Returns the seconds until the mail server has accepted all mails to the answering hosts. */
async function secondsUntilTaken(
  server: PostgresqlServer,
  name: string,
  { good, silent, inUse }: { readonly good: number; readonly silent: number; readonly inUse: boolean },
): Promise<number> {
  const smtp = await startSmtpServer()
  const database = await openNewDatabase(server, name)
  const mail = smtpMail(smtp.url, 'Films <films@example.org>', 'films.example.org', false)
  const site = await createTestApp({ start: new Date(), services: { database, mail } })
  const stopping = new AbortController()
  try {
    smtp.treat((recipient) => (recipient.includes('@hang') ? 'silence' : undefined))
    if (inUse) {
      for (let n = 0; n < hosts; n += 1) await queue(site, `first@school${n}.example`)
      await sendDueMails(site.services)
      smtp.received.length = 0
    }
    for (let n = 0; n < silent; n += 1) await queue(site, `viewer${n}@hang${n % 10}.example`)
    for (let n = 0; n < good; n += 1) await queue(site, `viewer${n}@school${n % hosts}.example`)
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
