import type { Delivery } from '#server/outside/mail.ts'
import type { Services } from '#server/services/services.ts'
import {
  anyMailWaits,
  attachmentsOf,
  claimDueMails,
  markFailed,
  markSent,
  postpone,
  type QueuedMail,
} from './mail.store.ts'

/**
 * Hands over every mail that is due. An unreachable mail server ends the round, since the next mail would fare no better;
 * a mail that is refused for now is tried again at growing intervals, one refused for good is given up.
 * True when mails are left that wait for their next attempt, or for the next process because the site stops.
 */
export async function sendDueMails(services: Services): Promise<boolean> {
  const { database, clock, stopping } = services
  while (!stopping.aborted) {
    const now = clock.real()
    const heldUntil = new Date(now.getTime() + holdMs)
    const mails = await claimDueMails(database.db, { now, heldUntil, limit: atOnce })
    if (mails.length === 0) return anyMailWaits(database.db)
    const reached = await Promise.all(mails.map((mail) => sendMail(services, mail)))
    if (reached.includes(false)) return true
  }
  return true
}

/** Sends one mail and notes what became of it; false when the mail server could not be reached. */
async function sendMail(services: Services, mail: QueuedMail): Promise<boolean> {
  const {
    database: { db },
    clock,
    config,
    log,
  } = services
  const { id, attempts, template } = mail
  if (mail.send_before !== null && mail.send_before <= clock.now()) {
    await markFailed(db, id, { failedAt: clock.now(), reason: 'it would have come too late' })
    return true
  }
  const delivery = await deliver(services, mail)
  const after = (milliseconds: number) => new Date(clock.real().getTime() + milliseconds)
  if (delivery.outcome === 'delivered') {
    await markSent(db, id, { sentAt: clock.now(), keepText: config.demo })
    return true
  }
  const { outcome, reason } = delivery
  log.warn({ mail: id, template, attempts, outcome, reason }, 'a mail was not taken')
  if (outcome === 'unreachable') {
    await postpone(db, id, {
      nextAttemptAt: after(Math.min(5_000 * attempts, longestWaitForServerMs)),
      reason,
    })
    return false
  }
  if (delivery.forGood || attempts >= mostAttempts)
    await markFailed(db, id, { failedAt: clock.now(), reason })
  else
    await postpone(db, id, {
      nextAttemptAt: after(Math.min(30_000 * 2 ** (attempts - 1), longestWaitMs)),
      reason,
    })
  return true
}

/** An invoice that cannot be made into a file holds up its own mail alone, which is tried again. */
async function deliver(services: Services, mail: QueuedMail): Promise<Delivery> {
  const { id, recipient: to, subject, text_body: text, html_body: html, invoice_id: invoiceId } = mail
  const unsubscribeUrl = mail.unsubscribe_url
  const message = { id, to, subject, text, html, ...(unsubscribeUrl !== null && { unsubscribeUrl }) }
  const kept = await attachmentsOf(services.database.db, id)
  try {
    const attachments = invoiceId === null ? kept : [await services.attachInvoice(invoiceId), ...kept]
    return await services.mail.deliver({ ...message, ...(attachments.length > 0 && { attachments }) })
  } catch (error) {
    services.log.error({ err: error, mail: id, invoiceId }, 'an invoice could not be attached to its mail')
    return { outcome: 'refused', forGood: false, reason: 'its invoice could not be attached' }
  }
}

/** Mails on their way at the same time. */
const atOnce = 5
/** Longer than a mail server may take to answer, so a mail is not sent twice while it is on its way. */
const holdMs = 120_000
/** A mail server that is back is noticed within a minute, and its backlog goes out at once. */
const longestWaitForServerMs = 60_000
/** For a mail that the other side puts off ("try again later"), which they expect to take up to an hour. */
const longestWaitMs = 3_600_000
/** About three days of hourly attempts. */
const mostAttempts = 78

/** Name of the job that empties the outbox. */
export const sendMailsJob = 'send-mails'

/**
 * Sends mails as soon as they are queued, and looks again every 15 seconds as long as some wait for another attempt.
 * It begins with those that an earlier process left behind.
 */
export async function startMailJob(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(sendMailsJob, async () => {
    if (!(await sendDueMails(services))) return
    await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'look again', delayMs: lookAgainMs })
  })
  await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'at start' })
}

const lookAgainMs = 15_000
