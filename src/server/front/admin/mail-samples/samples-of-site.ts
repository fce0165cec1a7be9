import type { FirstWeekStep } from '#domain/accounts/first-week.ts'
import type * as broadcast from '#server/front/admin/broadcasts/broadcast-mail.ts'
import { broadcastMail } from '#server/front/admin/broadcasts/broadcast-mail.ts'
import type * as collision from '#server/platform/mail/templates/address-collision.ts'
import { addressCollisionMail } from '#server/platform/mail/templates/address-collision.ts'
import type * as settings from '#server/platform/mail/templates/admin-settings.ts'
import {
  apiKeyMail,
  settingsChangedMail,
  testMail,
  testPurchaseMail,
  webhookOffMail,
} from '#server/platform/mail/templates/admin-settings.ts'
import type * as backup from '#server/platform/mail/templates/backup.ts'
import { backupAskedMail } from '#server/platform/mail/templates/backup.ts'
import type * as week from '#server/platform/mail/templates/first-week.ts'
import { firstWeekMail } from '#server/platform/mail/templates/first-week.ts'
import type * as notices from '#server/platform/mail/templates/payment-notices.ts'
import { paymentNoticesMail } from '#server/platform/mail/templates/payment-notices.ts'
import type * as today from '#server/platform/mail/templates/today.ts'
import { todayMail } from '#server/platform/mail/templates/today.ts'
import { invented, type SampleSite, type SamplesOf, variants } from './sample.ts'

const { name, email, id, at } = invented
const steps: Record<FirstWeekStep, true> = { begin: true, habits: true, more: true }
const unsubscribe = ({ baseUrl }: SampleSite) => new URL('/newsletter/unsubscribe', baseUrl).href
const letter = { subject: '…', text: '…' }

/** The mails with news, and those to the operator. */
export const samplesOfSite = {
  firstWeekMail: variants(steps, (step) => (site, language) => {
    const film = { title: '…', href: new URL('/content', site.baseUrl).href }
    const facts = { step, name, watched: '…', film, unsubscribe: unsubscribe(site) }
    return firstWeekMail(facts, site, language)
  }),
  broadcastMail: {
    newsletter: (site, language) => {
      const to = { name, unsubscribe: unsubscribe(site) }
      return broadcastMail({ ...letter, kind: 'newsletter', language }, to, site)
    },
    contract: (site, language) =>
      broadcastMail({ ...letter, kind: 'contract', language }, { name, unsubscribe: undefined }, site),
  },
  todayMail: {
    usual: (...reader) =>
      todayMail(
        {
          name,
          waiting: [
            { kind: 'charge', count: 1 },
            { kind: 'declaration', count: 2 },
            { kind: 'mail', count: 3 },
          ],
        },
        ...reader,
      ),
  },
  paymentNoticesMail: {
    usual: (...reader) => paymentNoticesMail({ count: 1, listed: [notice] }, ...reader),
  },
  addressCollisionMail: {
    usual: (...reader) => addressCollisionMail({ email, keeper: id, loser: id }, ...reader),
  },
  settingsChangedMail: {
    seller: (...reader) => settingsChangedMail({ name, target: 'seller' }, ...reader),
    mail: (...reader) => settingsChangedMail({ name, target: 'mail' }, ...reader),
    payment: (...reader) => settingsChangedMail({ name, target: 'payment' }, ...reader),
  },
  apiKeyMail: { usual: (...reader) => apiKeyMail({ name, key: 'nightly export' }, ...reader) },
  testPurchaseMail: {
    usual: (...reader) => testPurchaseMail({ name, number: 'TEST-1' }, ...reader),
  },
  webhookOffMail: { usual: (...reader) => webhookOffMail({ name, host: 'hooks.example.org' }, ...reader) },
  testMail: { usual: (...reader) => testMail({ name }, ...reader) },
  backupAskedMail: {
    usual: (...reader) => backupAskedMail({ name, file: 'lectern-backup-2027-01-10T110000.tar' }, ...reader),
  },
} satisfies SamplesOf<
  typeof week &
    typeof broadcast &
    typeof today &
    typeof notices &
    typeof collision &
    typeof backup &
    typeof settings
>

const notice = {
  kind: 'late-payment',
  accountId: id,
  amountCents: 1190,
  reason: null,
  notedAt: at,
}
