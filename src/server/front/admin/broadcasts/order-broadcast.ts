import type { Broadcast } from '#contract/desk/broadcasts.ts'
import { publishingInstant } from '#domain/catalogue/publishing-date.ts'
import { rangeOf } from '#domain/page-size.ts'
import { unsubscribeAddress } from '#server/business/newsletter/unsubscribe-token.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin, confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { lookOf } from '#server/front/admin/people/show-people.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { richText } from '#server/library/catalogue/rich-text.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  type BroadcastRow,
  endBroadcast,
  insertBroadcast,
  lockRunning,
  readBroadcasts,
} from './broadcast.store.ts'
import { broadcastMail, broadcastNote } from './broadcast-mail.ts'
import { countRecipients } from './recipients.store.ts'

/** `GET /api/admin/broadcasts`: a page of them. */
export const showBroadcasts: UseCase<'broadcasts', 'clock' | 'config' | 'database'> = async (
  { clock, config, database },
  { query },
) => {
  const { count, rows } = await readBroadcasts(database.db, rangeOf(query.page))
  const broadcasts = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    toLanguage: row.to_language,
    toStatus: row.to_status,
    sendAt: row.send_at.toISOString(),
    state: stateOf(row, clock.now()),
    recipients: row.recipients,
    sent: row.sent,
    refused: row.refused,
    unknown: row.unknown,
    unsubscribed: row.unsubscribed,
  }))
  return { status: 200, body: { count, perHour: config.broadcastMailsPerHour, broadcasts } }
}

function stateOf({ ended_at, stopped_by, send_at }: BroadcastRow, now: Date): Broadcast['state'] {
  if (stopped_by !== null) return stopped_by === 'admin' ? 'stopped' : 'stopped-refusals'
  if (ended_at !== null) return 'sent'
  return send_at > now ? 'scheduled' : 'sending'
}

/** `POST /api/admin/broadcasts/preview`: stores nothing. */
export const previewBroadcast: UseCase<'previewBroadcast', 'clock' | 'config' | 'database'> = async (
  services,
  { body },
) => {
  const recipients = await countRecipients(services.database.db, body, lookOf(services))
  return {
    status: 200,
    body: { recipients, text: richText(body.text), note: broadcastNote(body, services.config) },
  }
}

/** Mails a broadcast to the admin alone. Refused as `confirmAdminLately`. */
export const testBroadcast: UseCase<'testBroadcast'> = async (services, context) => {
  const { password: _, ...draft } = context.body
  const { clock, config } = services
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx, { userId }) => {
    const isNewsletter = draft.kind === 'newsletter'
    const unsubscribe = isNewsletter
      ? await unsubscribeAddress(trx, config, adminAccountId, clock.now())
      : undefined
    await mailToUser(trx, services, userId, {
      template: isNewsletter ? 'newsletter' : 'contract-notice',
      contentFor: (name) => broadcastMail(draft, { name, unsubscribe }, config),
    })
    const after = { kind: draft.kind, subject: draft.subject }
    return { action: 'broadcast-tested', target: 'broadcast', after }
  })
}

/** Orders a broadcast. Refused as `confirmAdmin`; 409 `broadcast-without-recipients`. */
export const orderBroadcast: UseCase<'orderBroadcast'> = async (services, context) => {
  const { password: _, at, ...draft } = context.body
  const { clock, config, random } = services
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const sendAt = at === null ? clock.now() : publishingInstant(at, config.seller.zone)
  return changeAsAdmin(services, context, by, async (trx) => {
    const recipients = await countRecipients(trx, draft, lookOf(services))
    if (recipients === 0) return new Problem('broadcast-without-recipients')
    const id = random.id()
    const { kind, language, subject, text, toLanguage, toStatus } = draft
    const row = { id, kind, language, subject, text, to_language: toLanguage, to_status: toStatus }
    await insertBroadcast(trx, { ...row, created_at: clock.now(), send_at: sendAt, recipients })
    return {
      action: 'broadcast-ordered',
      target: id,
      after: { kind, subject, recipients, sendAt: sendAt.toISOString(), toLanguage, toStatus },
    }
  })
}

/** Stops a broadcast: no mail is written any more, and those that wait are dropped. 409 `broadcast-ended`. */
export const stopBroadcast: UseCase<'stopBroadcast'> = async (services, context) => {
  const { id } = context.body
  const { clock } = services
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    if (!(await lockRunning(trx, id))) return new Problem('broadcast-ended')
    await endBroadcast(trx, id, { at: clock.now(), stoppedBy: 'admin' })
    return { action: 'broadcast-stopped', target: id }
  })
}
