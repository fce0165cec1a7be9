import { setTimeout as wait } from 'node:timers/promises'
import { isUnknownMailbox } from '#domain/accounts/unknown-mailbox.ts'
import { mailServerOf } from '#server/platform/config/mail-server.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Delivery } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { claimDueMails } from './claim-mails.store.ts'
import {
  anyMailWaits,
  attachmentsOf,
  markInterrupted,
  markSent,
  markUnknown,
  type QueuedMail,
} from './mail.store.ts'
import { endPauses, lockFailures, makeMailsDue, wholeServer } from './mail-pause.store.ts'
import { noteHostFailure, noteServerFailure } from './pause-host.ts'
import { fail, putOff } from './put-off-mail.ts'
import { markAddress, unmarkAddress } from './undeliverable.store.ts'

/**
 * Sends all due mails, several in parallel. Slow mails delay neither the others nor new ones. Where the mail server or
 * a domain's hosts do not answer, their mails are paused (`pause-host.ts`). True when mails are left for a later
 * attempt, or for the next process because the site shuts down.
 */
export async function sendDueMails(services: Services): Promise<boolean> {
  const { stopping, database, clock } = services
  await markInterrupted(database.db, { now: clock.real(), failedAt: clock.now() })
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

/** Claims as many as fit beside those being sent, which began at these times (`performance.now`). */
async function claimNext(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  beganAt: readonly number[],
): Promise<QueuedMail[]> {
  const slow = beganAt.filter((began) => performance.now() - began > slowAfterMs).length
  const limit = Math.min(atOnce - (beganAt.length - slow), maxConnections - beganAt.length)
  if (limit <= 0) return []
  const now = clock.real()
  const heldUntil = new Date(now.getTime() + holdMs)
  return claimDueMails(database.db, { now, heldUntil, limit, knownOnly: slow >= maxSlow })
}

/** Resolves with the first of them, or after a moment: others may then be due, or these count as slow. */
async function firstOf(sendings: readonly Promise<void>[]): Promise<void> {
  const ended = new AbortController()
  await Promise.race([
    ...sendings,
    wait(lookAroundMs, undefined, { ref: false, signal: ended.signal }).catch(() => {}),
  ])
  ended.abort()
}

/** Sends one mail and stores the outcome. */
async function sendMail(services: Services, mail: QueuedMail): Promise<void> {
  const {
    database: { db },
    clock,
    config,
    log,
  } = services
  const { id, attempts, template } = mail
  if (mail.send_before !== null && mail.send_before <= clock.now())
    return fail({ db, clock }, mail, 'it would have come too late')
  const triedBy = mailServerOf(config)
  const delivery = await deliver(services, mail)
  if (delivery.outcome === 'delivered') {
    await markSent(db, id, { sentAt: clock.now(), deliveredAt: clock.real(), keepContent: config.demo })
    await unmarkAddress(db, mail.recipient)
    return endPauses(db, scopesOf(mail))
  }
  const { outcome, reason } = delivery
  log.warn({ mail: id, template, attempts, outcome, reason }, 'a mail was not taken')
  if (mail.broadcast_id !== null && 'handedOver' in delivery && delivery.handedOver)
    return markUnknown(db, id, { failedAt: clock.now(), reason })
  switch (outcome) {
    case 'unreachable':
      return noteServerFailure(services, mail, { reason, triedBy })
    case 'unready':
      return putOff({ db, clock }, mail, { reason })
    case 'silent':
      await putOff({ db, clock }, mail, { reason })
      await endPauses(db, [wholeServer])
      return noteHostFailure(services, mail, reason)
    case 'refused':
      await endPauses(db, delivery.forGood ? scopesOf(mail) : [wholeServer])
      if (delivery.forGood) {
        if (isUnknownMailbox(reason, mail.recipient)) await markAddress(db, mail.recipient, clock.now())
        return fail({ db, clock }, mail, reason)
      }
      await putOff({ db, clock }, mail, { reason })
      // many hosts defer the first mail of an unknown sender
      if (attempts > 1) return noteHostFailure(services, mail, reason)
  }
}

/** The scopes that a mail has reached, even if it was refused. */
function scopesOf({ domain }: QueuedMail): string[] {
  return [wholeServer, ...(domain === null ? [] : [domain])]
}

/** An invoice whose PDF cannot be created delays its own mail only, which is retried. */
async function deliver(
  services: Pick<Services, 'database' | 'mail' | 'log' | 'attachInvoice'>,
  mail: QueuedMail,
): Promise<Delivery | { outcome: 'unready'; reason: string }> {
  const { id, recipient: to, subject, text_body: text, html_body: html, invoice_id: invoiceId } = mail
  const unsubscribeUrl = mail.unsubscribe_url
  const onlyOnce = mail.broadcast_id !== null
  const message = {
    id,
    to,
    subject,
    text,
    html,
    onlyOnce,
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  }
  const kept = await attachmentsOf(services.database.db, id)
  try {
    const attachments = invoiceId === null ? kept : [await services.attachInvoice(invoiceId), ...kept]
    return await services.mail.deliver({ ...message, ...(attachments.length > 0 && { attachments }) })
  } catch (error) {
    services.log.error({ err: error, mail: id, invoiceId }, 'an invoice could not be attached to its mail')
    return { outcome: 'unready', reason: 'its invoice could not be attached' }
  }
}

/** Mails sent in parallel, not counting slow ones. */
const atOnce = 5
/** Milliseconds after which a mail counts as slow. */
const slowAfterMs = 2_000
/** Above so many slow mails, only domains that have accepted a mail before are served. */
const maxSlow = 20
/** Connections of this process: Postfix allows 50 per client, and two processes may run. */
const maxConnections = 25
const lookAroundMs = 1_000
/** Milliseconds for mails being sent at shutdown: unfinished ones are sent by another process. */
const endWithinMs = 5_000
/** Longer than any attempt (`mail-smtp.ts`), so that no mail is sent twice while it is under way. */
const holdMs = 180_000

/** Name of the job that sends the outbox. */
export const sendMailsJob = 'send-mails'

/**
 * Sends mails as soon as they are queued, and retries every five seconds while any wait. Starts with those left by an
 * earlier process.
 */
export async function startMailJob(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(sendMailsJob, async () => {
    if (!(await sendDueMails(services))) return
    await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'look again', delayMs: lookAgainMs })
  })
  await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'at start' })
}

/** Sends all waiting mails at once, because another mail server is set. */
export async function sendByNewServer({
  queue,
  database,
  clock,
}: Pick<Services, 'queue' | 'database' | 'clock'>): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    // after an attempt by the former server, which may be storing a pause
    await lockFailures(trx, wholeServer)
    await endPauses(trx, [wholeServer])
    await makeMailsDue(trx, clock.real())
    await queue.enqueue(trx, sendMailsJob, {})
  })
}

const lookAgainMs = 5_000
