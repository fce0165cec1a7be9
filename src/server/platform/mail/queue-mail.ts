import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import type { MailContent } from './compose-mail.ts'
import { countMails, insertMail } from './mail.store.ts'
import { renderMail } from './render-mail.ts'
import { sendMailsJob } from './send-due-mails.ts'

/** The mail of a business event. */
export type MailOrder = {
  /** Identifies the event: the same event never sends a second mail, however often it is reported. */
  readonly effectKey: string
  /** The kind of mail, for limits and the operator. */
  readonly template: MailTemplate
  readonly to: string
  readonly content: MailContent
  /** An invoice whose PDF is attached. */
  readonly invoiceId?: string
  /** Other attachments, with their current content. */
  readonly attachments?: readonly MailAttachment[]
  /** Business time after which it would come too late, and is no longer sent. */
  readonly sendBefore?: Date
  /** Its broadcast: it is handed over at most once. */
  readonly broadcastId?: string
}

export type MailTemplate =
  | 'confirm-contact'
  | 'billing'
  | 'invoice'
  | 'order'
  | 'already-registered'
  | 'contact-changed'
  | 'contact-in-use'
  | 'move-address'
  | 'address-moved'
  | 'move-undone'
  | 'reset-password'
  | 'create-password'
  | 'credentials-changed'
  | 'temporary-password'
  | 'sessions-ended'
  | 'login-released'
  | 'new-browser'
  | 'join-account'
  | 'removed-from-account'
  | 'deletion-requested'
  | 'deletion-taken-back'
  | 'deleted'
  | 'declaration-received'
  | 'declaration-rejected'
  | 'declaration-operator'
  | 'declaration-owner'
  | 'wrong-admin-passwords'
  | 'settings-changed'
  | 'api-key-made'
  | 'webhook-off'
  | 'coupon-alarm'
  | 'payment-notices'
  | 'today'
  | 'address-collision'
  | 'proof-code'
  | 'newsletter'
  | 'contract-notice'
  | 'sample'
  | 'backup-asked'
  | 'test-purchase'
  | 'company-sign-in'

/**
 * Adds a mail to the outbox in the transaction of its event: both are stored, or neither. A job sends it afterwards, so
 * visitors never wait for a mail server.
 */
export async function queueMail(trx: Trx, services: MailServices, order: MailOrder): Promise<void> {
  const { clock, config, queue, random } = services
  await insertMail(trx, {
    id: random.id(),
    effectKey: order.effectKey,
    template: order.template,
    to: canonicalEmail(order.to),
    ...renderMail(order.content, config),
    invoiceId: order.invoiceId ?? null,
    attachments: order.attachments ?? [],
    unsubscribeUrl: order.content.unsubscribe ?? null,
    sendBefore: order.sendBefore ?? null,
    broadcastId: order.broadcastId ?? null,
    createdAt: clock.now(),
    nextAttemptAt: clock.real(),
  })
  await queue.enqueue(trx, sendMailsJob, {})
}

/**
 * Returns whether an address has reached its limit for one kind of mail: three an hour, so that strangers cannot fill a
 * mailbox, or `most`, multiplied by RATE_LIMITS.
 */
export async function hasEnoughMails(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  { to, template, most = mailsAnHour }: { to: string; template: MailTemplate; most?: number },
): Promise<boolean> {
  const since = new Date(services.clock.now().getTime() - 3_600_000)
  return (
    (await countMails(trx, { recipientKey: emailKey(to), template, since })) >=
    Math.max(1, Math.round(most * services.config.rateLimits))
  )
}

const mailsAnHour = 3
/** Registrations and joins with one address from all networks together. Each network has three. */
export const registrationsAnHour = 10
