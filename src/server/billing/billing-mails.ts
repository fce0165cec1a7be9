import type { Transaction } from 'kysely'
import type { Decision } from '#domain/billing/decision.ts'
import { sellerZone } from '#domain/seller-zone.ts'
import type { Tables } from '#server/database/tables.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { billingMail } from '#server/mail/templates/billing.ts'
import type { Services } from '#server/services/services.ts'
import type { BilledAccount } from './billing.store.ts'

/** Tells the account holder what was decided; each change of the subscription sends a kind of mail once. */
export async function queueBillingMails(
  trx: Transaction<Tables>,
  services: Services,
  account: BilledAccount,
  { mails, next }: Extract<Decision, { ok: true }>,
): Promise<void> {
  if (account.email === '') return
  for (const kind of mails) {
    await queueMail(trx, services, {
      effectKey: `${kind} ${account.id} v${next.version}`,
      template: 'billing',
      to: account.email,
      content: billingMail(
        { kind, name: account.name, until: next.until, licenseCount: next.licenseCount, zone: sellerZone },
        services.config,
        account.language,
      ),
    })
  }
}
