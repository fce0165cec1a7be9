import type { FastifyBaseLogger } from 'fastify'
import type { Decision } from '#domain/billing/decision.ts'
import type { Language } from '#domain/language.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Limits } from '#server/platform/http/attempts/limits.ts'
import type { MailAttachment, MailTransport } from '#server/platform/outside/mail.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'
import type { PasswordHash } from '#server/platform/outside/password-hash.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import type { ResolveTxt } from '#server/platform/outside/resolve-txt.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import type { WatchedSiteFiles } from '#server/platform/site-files/site-files.ts'

/** What the use cases below the library run on; `LibraryServices` adds the library, `SiteServices` the screens. */
export type Services = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  /** Clocks that could contradict it. */
  readonly otherClocks: readonly OtherClock[]
  readonly random: Random
  /** What may be tried how often. */
  readonly limits: Limits
  readonly passwords: PasswordHash
  readonly mail: MailTransport
  /** The configured payment providers by name. */
  readonly payments: ReadonlyMap<string, PaymentProvider>
  readonly media: MediaStore
  /** TXT records of the DNS. */
  readonly resolveTxt: ResolveTxt
  readonly queue: Queue
  readonly log: FastifyBaseLogger
  /** Aborted when the site shuts down: a loop over many items then starts no further one. */
  readonly stopping: AbortSignal
  /** The operator's texts, prices and looks. */
  readonly siteFiles: WatchedSiteFiles
  readonly billingListener: BillingListener
  readonly orderListener: OrderListener
  /** The PDF attached to the mail of an invoice. */
  readonly attachInvoice: (invoiceId: string) => Promise<MailAttachment>
  /** Attachments of order mails: the terms, and for consumers the withdrawal instructions. */
  readonly contractTexts: (
    trx: Trx,
    services: Services,
    of: { language: Language; isConsumer: boolean },
  ) => Promise<readonly MailAttachment[]>
}

/** What queueing a mail needs. */
export type MailServices = Pick<Services, 'config' | 'clock' | 'random' | 'queue'>

/** Hooks of rooms above billing in its transactions, injected by `app.ts`, because billing knows nothing of them. */
type BillingListener = {
  /** Before a payment locks its account: takes the locks that precede it in the lock order. */
  lockBeforePayment(trx: Trx, accountId: string): Promise<void>
  /** With every decision about a subscription, once it is stored. */
  afterDecision(
    trx: Trx,
    services: Services,
    accountId: string,
    decision: Extract<Decision, { ok: true }>,
  ): Promise<void>
}

/** The shop's hooks in billing's transactions, injected by `app.ts`. */
type OrderListener = {
  /** Before a payment locks its charge: locks the order of the charge. */
  lockOrder(trx: Trx, orderId: string): Promise<void>
  /** After the payment of an order; false if the order no longer takes it. */
  afterPayment(trx: Trx, services: Services, paid: { orderId: string; chargeId: string }): Promise<boolean>
  /** An order's payment was refunded by the provider, or disputed; in full if `isWhole`. */
  afterReversal(trx: Trx, services: Services, of: { orderId: string; isWhole: boolean }): Promise<void>
}

/** A clock that this machine does not set; `now` is undefined while unavailable. */
export type OtherClock = { readonly name: string; now(): Promise<Date | undefined> }
