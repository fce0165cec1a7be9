import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { findInvoices } from '#server/books/invoices/invoice.store.ts'
import { sendInvoiceFile as sendFile } from '#server/books/invoices/invoice-calls.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { fileNameOf } from '#server/books/invoices/invoice-file.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { route } from '#server/platform/http/route.ts'
import {
  attachmentNames,
  attachmentsOf,
  type QueuedMail,
  readSentMails,
} from '#server/platform/mail/mail.store.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { isMovable } from '#server/platform/runtime/clock.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import { switchServiceMode } from '#server/platform/site/service-mode.ts'
import { advanceDemoClock } from './demo-clock.ts'
import { demoAccounts } from './demo-logins.ts'

/**
 * Registers the demo's calls. Their actor is `demo`: outside of the demo the guard answers 404 to all of them.
 * @param runUpkeep runs every due upkeep step once
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
    const attached = await attachmentLinks(database.db, mails)
    return {
      status: 200,
      body: {
        mails: mails.map((mail) => ({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          sentAt: (mail.sent_at ?? mail.created_at).toISOString(),
          attachments: attached.get(mail.id) ?? [],
        })),
      },
    }
  })
  route(app, calls.demoAttachment, async ({ query: { id, file }, reply }) => {
    const files = isUuid(id) ? await attachmentsOf(database.db, id) : []
    const found = files[Number(file)]
    return found ? sendFile(reply, found) : new Problem('not-found')
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
    // serialised: concurrent moves would skip each other's days
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

/** Links to the attachments in the demo's outbox, which needs no sign-in. */
async function attachmentLinks(db: Db, mails: readonly QueuedMail[]) {
  const invoices = await findInvoices(
    db,
    mails.flatMap((mail) => mail.invoice_id ?? []),
  )
  const kept = await attachmentNames(
    db,
    mails.map(({ id }) => id),
  )
  return new Map(
    mails.map(({ id, invoice_id: invoiceId }) => [
      id,
      [
        ...invoices
          .filter((row) => row.id === invoiceId)
          .map((row) => ({
            href: `/demo/invoice?id=${row.id}`,
            name: fileNameOf(writtenInvoice(row), 'pdf'),
          })),
        ...kept
          .filter(({ mailId }) => mailId === id)
          .map(({ position, name }) => ({ href: `/demo/attachment?id=${id}&file=${position}`, name })),
      ],
    ]),
  )
}

const mailsShown = 100
