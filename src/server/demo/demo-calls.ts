import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { calls } from '#contract/calls.ts'
import type { Tables } from '#server/database/tables.ts'
import { route } from '#server/http/route.ts'
import { findInvoices } from '#server/invoices/invoice.store.ts'
import { writtenInvoice } from '#server/invoices/invoice-facts.ts'
import { fileNameOf } from '#server/invoices/invoice-file.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { type QueuedMail, readSentMails } from '#server/mail/mail.store.ts'
import { sendDueMails } from '#server/mail/send-due-mails.ts'
import { isMovable } from '#server/runtime/clock.ts'
import { Problem } from '#server/runtime/problem.ts'
import { switchServiceMode } from '#server/site/service-mode.ts'
import { advanceDemoClock } from './demo-clock.ts'
import { demoAccounts } from './demo-logins.ts'

/**
 * The demo's own calls. Their actor is `demo`: outside demo mode the guard answers 404 to all of them.
 * @param runUpkeep runs every upkeep step that is due once
 */
export function registerDemoCalls(
  app: FastifyInstance,
  services: LibraryServices,
  runUpkeep: (services: LibraryServices, clearAway: boolean) => Promise<unknown>,
): void {
  const { database, clock } = services
  let walking: Promise<unknown> = Promise.resolve()

  route(app, calls.demoMails, async () => {
    await sendDueMails(services)
    const mails = await readSentMails(database.db, mailsShown)
    const attachments = await attachmentsOf(database.db, mails)
    return {
      status: 200,
      body: {
        mails: mails.map((mail) => ({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          sentAt: (mail.sent_at ?? mail.created_at).toISOString(),
          ...attachments.get(mail.id),
        })),
      },
    }
  })
  route(app, calls.demoLogins, () => {
    const people = demoAccounts.flatMap((account) => account.people)
    const logins = people.flatMap(({ part, email, password }) =>
      part ? [{ role: part, email, password }] : [],
    )
    return { status: 200, body: { logins } }
  })
  route(app, calls.demoClock, () => ({ status: 200, body: { now: clock.now().toISOString() } }))
  route(app, calls.advanceDemoClock, async ({ body }) => {
    if (!isMovable(clock)) return new Problem('not-found')
    // one walk after the other: two at once would each skip the other's days
    const walk = walking.then(() => advanceDemoClock(services, clock, { duration: body.advance, runUpkeep }))
    walking = walk.catch(() => undefined)
    const now = await walk
    if (!now) return new Problem('invalid', { fields: { advance: 'field_advance_too_far' } })
    return { status: 200, body: { now: now.toISOString() } }
  })
  route(app, calls.demoServiceMode, async ({ body: { serviceMode } }) => {
    await switchServiceMode(services, serviceMode)
    return { status: 200, body: { serviceMode } }
  })
}

/** Where the demo shows the invoice attached to a mail; whoever reads the demo's mails need not be signed in. */
async function attachmentsOf(db: Kysely<Tables>, mails: readonly QueuedMail[]) {
  const ids = mails.flatMap((mail) => mail.invoice_id ?? [])
  const names = new Map(
    (await findInvoices(db, ids)).map((row) => [row.id, fileNameOf(writtenInvoice(row), 'pdf')]),
  )
  return new Map(
    mails.map(({ id, invoice_id: invoiceId }) => {
      const name = invoiceId === null ? undefined : names.get(invoiceId)
      return [id, name && { attachment: { href: `/demo/invoice?id=${invoiceId}`, name } }] as const
    }),
  )
}

const mailsShown = 100
