import { setTimeout as wait } from 'node:timers/promises'
import type { Delivery } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { claimDueMails } from './claim-mails.store.ts'
import { anyMailWaits, attachmentsOf, markSent, type QueuedMail } from './mail.store.ts'
import { endPauses, wholeServer } from './mail-pause.store.ts'
import { noteHostFailure, noteServerFailure } from './pause-host.ts'
import { fail, putOff } from './put-off-mail.ts'

/**
 * Hands over every mail that is due, a few at once. Mails that take long are gone around: they hold up neither the others nor
 * those that are queued meanwhile. Where the mail server or the hosts of a domain do not answer, their mails wait (`pause-host.ts`).
 * True when mails are left that wait for their next attempt, or for the next process because the site stops.
 */
export async function sendDueMails(services: Services): Promise<boolean> {
  const { stopping } = services
  const underWay = new Map<Promise<void>, number>()
  const problems: unknown[] = []
  let stopsAt: number | undefined
  while (true) {
    const mails =
      stopping.aborted || problems.length > 0 ? [] : await claimNext(services, [...underWay.values()])
    for (const mail of mails) {
      const sending = sendMail(services, mail)
        .catch((problem: unknown) => void problems.push(problem))
        .finally(() => underWay.delete(sending))
      underWay.set(sending, performance.now())
    }
    if (stopping.aborted) stopsAt ??= performance.now() + endWithinMs
    if (underWay.size === 0 || performance.now() > (stopsAt ?? Number.POSITIVE_INFINITY)) break
    await firstOf([...underWay.keys()])
  }
  if (problems.length > 0) throw problems[0]
  return stopping.aborted || anyMailWaits(services.database.db)
}

/** As many as there is room for beside those under way, which began at these moments (`performance.now`). */
async function claimNext({ database, clock }: Services, beganAt: readonly number[]): Promise<QueuedMail[]> {
  const slow = beganAt.filter((began) => performance.now() - began > slowAfterMs).length
  const limit = Math.min(atOnce - (beganAt.length - slow), mostAtOnce - beganAt.length)
  if (limit <= 0) return []
  const now = clock.real()
  const heldUntil = new Date(now.getTime() + holdMs)
  return claimDueMails(database.db, { now, heldUntil, limit, knownOnly: slow >= mostSlow })
}

/** Resolves with the first of them, and after a moment in any case: then others may have become due, or these slow. */
async function firstOf(sendings: readonly Promise<void>[]): Promise<void> {
  const ended = new AbortController()
  await Promise.race([
    ...sendings,
    wait(lookAroundMs, undefined, { ref: false, signal: ended.signal }).catch(() => {}),
  ])
  ended.abort()
}

/** Sends one mail and notes what became of it. */
async function sendMail(services: Services, mail: QueuedMail): Promise<void> {
  const {
    database: { db },
    clock,
    config,
    log,
  } = services
  const { id, attempts, template } = mail
  if (mail.send_before !== null && mail.send_before <= clock.now())
    return fail(services, mail, 'it would have come too late')
  const delivery = await deliver(services, mail)
  if (delivery.outcome === 'delivered') {
    await markSent(db, id, { sentAt: clock.now(), deliveredAt: clock.real(), keepText: config.demo })
    return endPauses(db, scopesOf(mail))
  }
  const { outcome, reason } = delivery
  log.warn({ mail: id, template, attempts, outcome, reason }, 'a mail was not taken')
  switch (outcome) {
    case 'unreachable':
      await putOff(services, mail, { reason, waitMs: Math.min(5_000 * attempts, longestWaitForServerMs) })
      return noteServerFailure(services, mail, reason)
    case 'unready':
      return putOff(services, mail, { reason })
    case 'silent':
      await putOff(services, mail, { reason })
      await endPauses(db, [wholeServer])
      return noteHostFailure(services, mail, reason)
    case 'refused':
      await endPauses(db, delivery.forGood ? scopesOf(mail) : [wholeServer])
      if (delivery.forGood) return fail(services, mail, reason)
      await putOff(services, mail, { reason })
      // a first "try again later" is what many hosts say to each sender that they do not know
      if (attempts > 1) return noteHostFailure(services, mail, reason)
  }
}

/** What has been reached with this mail, even where it was refused. */
function scopesOf({ domain }: QueuedMail): string[] {
  return [wholeServer, ...(domain === null ? [] : [domain])]
}

/** An invoice that cannot be made into a file holds up its own mail alone, which is tried again. */
async function deliver(
  services: Services,
  mail: QueuedMail,
): Promise<Delivery | { outcome: 'unready'; reason: string }> {
  const { id, recipient: to, subject, text_body: text, html_body: html, invoice_id: invoiceId } = mail
  const unsubscribeUrl = mail.unsubscribe_url
  const message = { id, to, subject, text, html, ...(unsubscribeUrl !== null && { unsubscribeUrl }) }
  const kept = await attachmentsOf(services.database.db, id)
  try {
    const attachments = invoiceId === null ? kept : [await services.attachInvoice(invoiceId), ...kept]
    return await services.mail.deliver({ ...message, ...(attachments.length > 0 && { attachments }) })
  } catch (error) {
    services.log.error({ err: error, mail: id, invoiceId }, 'an invoice could not be attached to its mail')
    return { outcome: 'unready', reason: 'its invoice could not be attached' }
  }
}

/** Mails on their way at the same time, those aside that take long. */
const atOnce = 5
/** A mail server that answers has taken a mail by then. */
const slowAfterMs = 2_000
/** With so many slow ones, only domains that have taken a mail before get theirs. */
const mostSlow = 20
/** Connections of this process, slow ones and others: Postfix takes 50 of one client, and there may be two processes. */
const mostAtOnce = 25
const lookAroundMs = 1_000
/** How long mails that are under way may go on once the site has to stop: another process takes those up that do not end. */
const endWithinMs = 5_000
/** Longer than an attempt may take (`mail-smtp.ts`), so that a mail is not sent twice while it is on its way. */
const holdMs = 180_000
/** A mail server that is back is noticed within a minute, and its backlog goes out at once. */
const longestWaitForServerMs = 60_000

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
