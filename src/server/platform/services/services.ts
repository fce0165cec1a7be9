import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { Decision } from '#domain/billing/decision.ts'
import type { Language } from '#domain/language.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { MailAttachment, MailTransport } from '#server/platform/outside/mail.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'
import type { PasswordHash } from '#server/platform/outside/password-hash.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import type { WatchedSiteFiles } from '#server/platform/site-files/site-files.ts'

/** The world as the use cases see it. Made once by `main.ts`, or by `createTestApp()` with test twins. */
export type Services = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  /** Those that could contradict it. */
  readonly otherClocks: readonly OtherClock[]
  readonly random: Random
  readonly passwords: PasswordHash
  readonly mail: MailTransport
  /** By name, those that are configured: who stores cards and moves money. */
  readonly payments: ReadonlyMap<string, PaymentProvider>
  readonly media: MediaStore
  readonly queue: Queue
  readonly log: FastifyBaseLogger
  /** Aborted when the site has to stop: what goes through many things, one by one, begins with none of the others. */
  readonly stopping: AbortSignal
  /** The operator's texts, prices and looks. */
  readonly siteFiles: WatchedSiteFiles
  readonly billingListener: BillingListener
  readonly orderListener: OrderListener
  /** The PDF that the mail of an invoice brings. */
  readonly attachInvoice: (invoiceId: string) => Promise<MailAttachment>
  /** What the mail about an order brings: the terms, and for a consumer the instruction on withdrawal. */
  readonly contractTexts: (
    trx: Transaction<Tables>,
    services: Services,
    of: { language: Language; isConsumer: boolean },
  ) => Promise<readonly MailAttachment[]>
}

/** What rooms above billing do in its transactions, because billing knows nothing of them: made by `app.ts`. */
type BillingListener = {
  /** Before a payment locks its account: takes the locks that everybody takes before that one. */
  lockBeforePayment(trx: Transaction<Tables>, accountId: string): Promise<void>
  /** With every decision about a subscription, once it is stored. */
  afterDecision(
    trx: Transaction<Tables>,
    services: Services,
    accountId: string,
    decision: Extract<Decision, { ok: true }>,
  ): Promise<void>
}

/** What the shop does in the transactions of billing, which knows nothing of it: made by `app.ts`. */
type OrderListener = {
  /** Before a payment locks its charge: locks the order that it is for. */
  lockOrder(trx: Transaction<Tables>, orderId: string): Promise<void>
  /** The money has come; false where nobody wants it (any more). */
  afterPayment(
    trx: Transaction<Tables>,
    services: Services,
    paid: { orderId: string; chargeId: string },
  ): Promise<boolean>
  /** Money of an order was given back by its provider, or is claimed by the card holder's bank; all of it where `isWhole`. */
  afterReversal(
    trx: Transaction<Tables>,
    services: Services,
    of: { orderId: string; isWhole: boolean },
  ): Promise<void>
}

/** A clock that this machine does not set; undefined while it cannot be asked. */
export type OtherClock = { readonly name: string; now(): Promise<Date | undefined> }
