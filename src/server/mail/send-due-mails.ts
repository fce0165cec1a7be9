import type { Services } from '#server/services.ts'
import { anyMailWaits, claimDueMails, markFailed, markSent, postpone, type QueuedMail } from './mail.store.ts'

/**
 * Hands over every mail that is due. Nobody reaching the mail server ends the round, since the next mail would fare no
 * better; a mail that is refused for now is tried again later and later, one refused for good is given up.
 * True when mails are left that wait for their next attempt.
 */
export async function sendDueMails(services: Services): Promise<boolean> {
  const { database, clock } = services
  for (;;) {
    const now = clock.real()
    const heldUntil = new Date(now.getTime() + holdMs)
    const mails = await claimDueMails(database.db, { now, heldUntil, limit: atOnce })
    if (mails.length === 0) return anyMailWaits(database.db)
    const reached = await Promise.all(mails.map((mail) => sendMail(services, mail)))
    if (reached.includes(false)) return true
  }
}

/** Sends one mail and notes what became of it; false when the mail server could not be reached. */
async function sendMail(
  { database: { db }, clock, config, log, mail: transport }: Services,
  mail: QueuedMail,
): Promise<boolean> {
  const { id, recipient, subject, text_body, html_body, attempts, template } = mail
  const delivery = await transport.deliver({ id, to: recipient, subject, text: text_body, html: html_body })
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
