import * as z from 'zod/mini'
import { isClosed } from '#domain/service-mode.ts'
import { previewVoucherRefunds } from '#server/business/shop/refund-vouchers.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteClosing, lockClosing, readClosing, storeClosing } from '#server/platform/site/closing.store.ts'
import { readServiceMode, serviceModeChanged } from '#server/platform/site/service-mode.ts'
import { type RunningSubscriptions, readRunningSubscriptions } from './closing-preview.store.ts'

/** The services that closing needs; the site need not be running. */
export type ClosingSite = Pick<Services, 'database' | 'clock'> & {
  readonly config: Pick<ReadConfig, 'productName' | 'demo' | 'serviceMode' | 'seller'>
}

/** Hours between the order and its effects. */
const closingHours = 24

/** The effects of closing the service now. */
export type ClosingPreview = Omit<RunningSubscriptions, 'firstUntil' | 'lastUntil'> & {
  readonly kind: 'preview'
  readonly productName: string
  readonly zone: string
  readonly effectiveAt: string
  /** When the first and the last running subscription ends; null if none runs. */
  readonly firstUntil: string | null
  readonly lastUntil: string | null
  readonly refunds: { readonly orders: number; readonly vouchers: number; readonly grossCents: number }
  /** Number of mails to subscribers and to buyers of vouchers. */
  readonly mails: number
}

/** Timestamps are ISO 8601, because it may come from another process. */
export type ClosingOutcome =
  | ClosingPreview
  | { readonly kind: 'ordered'; readonly effectiveAt: string; readonly zone: string }
  | { readonly kind: 'pending'; readonly effectiveAt: string; readonly zone: string }
  | { readonly kind: 'closed' | 'undone' | 'opened' | 'nothing' | 'wrong-name' }

export type ClosingRequest = z.infer<typeof Request>
const Request = z.union([
  z.strictObject({ act: z.enum(['preview', 'undo', 'open']) }),
  z.strictObject({ act: z.literal('order'), name: z.string() }),
])

/** The control command with which a running server does it (command-line/control-socket.ts). */
export const closeServiceCommand = 'close-service'

/** Closes the service, or undoes that, in the running server. */
export async function closeServiceOnRequest(services: Services, request: unknown): Promise<ClosingOutcome> {
  return closeService(services, Request.parse(request))
}

/**
 * `preview` returns the effects of closing. `order` schedules it in 24 hours, if `name` is the site's. `undo` cancels
 * the order before its first effect; nothing has been changed until then. `open` reopens a closed service: ended
 * subscriptions stay ended. Returns `pending` or `closed` if closing was
 * ordered before, `nothing` if there is nothing to undo or open.
 */
export async function closeService(site: ClosingSite, request: ClosingRequest): Promise<ClosingOutcome> {
  const outcome = await inTransaction(site.database.db, (trx) =>
    closeServiceIn(trx, { clock: site.clock, config: site.config }, request),
  )
  serviceModeChanged(site)
  return outcome
}

/** The same in the caller's transaction; `serviceModeChanged` has to follow when it is committed. */
export async function closeServiceIn(
  trx: Trx,
  { clock, config }: Omit<ClosingSite, 'database'>,
  request: ClosingRequest,
): Promise<ClosingOutcome> {
  const site = { clock, config, database: { db: trx } }
  switch (request.act) {
    case 'preview':
      return (await standing(site)) ?? preview(site)
    case 'order':
      return order(site, request.name)
    case 'undo':
      return undo(site)
    case 'open':
      return open(site)
  }
}

/** A site within a transaction. */
type Site = Omit<ClosingSite, 'database'> & { readonly database: { readonly db: Trx } }

/** The ordered or effective closing, if any. */
async function standing(site: Site): Promise<ClosingOutcome | undefined> {
  if (isClosed(await readServiceMode(site))) return { kind: 'closed' }
  const closing = await readClosing(site.database.db)
  if (!closing || closing.isFormer) return undefined
  return { kind: 'pending', effectiveAt: closing.effectiveAt.toISOString(), zone: site.config.seller.zone }
}

async function preview(site: Site): Promise<ClosingPreview> {
  const { database, clock, config } = site
  const now = clock.now()
  const running = await readRunningSubscriptions(database.db, now)
  const refunds = await previewVoucherRefunds(site)
  return {
    kind: 'preview',
    productName: config.productName,
    zone: config.seller.zone,
    effectiveAt: inHours(now).toISOString(),
    ...running,
    firstUntil: running.firstUntil?.toISOString() ?? null,
    lastUntil: running.lastUntil?.toISOString() ?? null,
    refunds,
    mails: running.subscriptions + running.unpaid + refunds.orders,
  }
}

function inHours(now: Date): Date {
  return new Date(now.getTime() + closingHours * 3_600_000)
}

async function order(site: Site, name: string): Promise<ClosingOutcome> {
  const { database, clock, config } = site
  if (name.trim() !== config.productName) return { kind: 'wrong-name' }
  const before = await standing(site)
  if (before) return before
  const effectiveAt = inHours(clock.now())
  await storeClosing(database.db, { effectiveAt, begunAt: null, isFormer: false })
  return { kind: 'ordered', effectiveAt: effectiveAt.toISOString(), zone: config.seller.zone }
}

async function undo({ database: { db } }: Site): Promise<ClosingOutcome> {
  const closing = await lockClosing(db)
  if (!closing || closing.isFormer) return { kind: 'nothing' }
  if (closing.begunAt) return { kind: 'closed' }
  await deleteClosing(db)
  return { kind: 'undone' }
}

async function open(site: Site): Promise<ClosingOutcome> {
  if (!isClosed(await readServiceMode(site))) return { kind: 'nothing' }
  await deleteClosing(site.database.db)
  return { kind: 'opened' }
}
