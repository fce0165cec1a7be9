import * as z from 'zod/mini'
import { isClosed } from '#domain/service-mode.ts'
import { previewVoucherRefunds } from '#server/business/shop/refund-vouchers.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteClosing, lockClosing, readClosing, storeClosing } from '#server/platform/site/closing.store.ts'
import { readServiceMode, serviceModeChanged } from '#server/platform/site/service-mode.ts'
import { type RunningSubscriptions, readRunningSubscriptions } from './closing-preview.store.ts'

/** What closing needs of a site, which need not be running. */
export type ClosingSite = Pick<Services, 'database' | 'clock'> & {
  readonly config: Pick<ReadConfig, 'productName' | 'demo' | 'serviceMode' | 'seller'>
}

/** Hours from the order until its effects begin. */
const closingHours = 24

/** What closing the service now would do, and when. */
export type ClosingPreview = Omit<RunningSubscriptions, 'firstUntil' | 'lastUntil'> & {
  readonly kind: 'preview'
  readonly productName: string
  readonly zone: string
  readonly effectiveAt: string
  /** When the first and the last of what runs ends; null where nothing runs. */
  readonly firstUntil: string | null
  readonly lastUntil: string | null
  readonly refunds: { readonly orders: number; readonly vouchers: number; readonly grossCents: number }
  /** To holders of subscriptions, and to buyers of vouchers. */
  readonly mails: number
}

/** Instants are ISO 8601: it may come from another process. */
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

/** Name of the command by which a running server does it (command-line/control-socket.ts). */
export const closeServiceCommand = 'close-service'

/** Closes the service, or takes that back, in the running server. */
export async function closeServiceOnRequest(services: Services, request: unknown): Promise<ClosingOutcome> {
  return closeService(services, Request.parse(request))
}

/**
 * `preview` says what closing would do. `order` has it begin 24 hours later, where `name` is the site's. `undo` takes the order
 * back until the first of its effects; nothing has been changed until then. `open` ends the closing of a closed service:
 * what has ended stays ended. Answers `pending` or `closed` where an order stands already, `nothing` where there is none.
 */
export async function closeService(site: ClosingSite, request: ClosingRequest): Promise<ClosingOutcome> {
  const outcome = await carryOut(site, request)
  serviceModeChanged(site)
  return outcome
}

async function carryOut(site: ClosingSite, request: ClosingRequest): Promise<ClosingOutcome> {
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

/** The closing that is ordered or has begun, if there is one. */
async function standing(site: ClosingSite): Promise<ClosingOutcome | undefined> {
  if (isClosed(await readServiceMode(site))) return { kind: 'closed' }
  const closing = await readClosing(site.database.db)
  if (!closing || closing.isFormer) return undefined
  return { kind: 'pending', effectiveAt: closing.effectiveAt.toISOString(), zone: site.config.seller.zone }
}

async function preview(site: ClosingSite): Promise<ClosingPreview> {
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

async function order(site: ClosingSite, name: string): Promise<ClosingOutcome> {
  const { database, clock, config } = site
  if (name.trim() !== config.productName) return { kind: 'wrong-name' }
  const before = await standing(site)
  if (before) return before
  const effectiveAt = inHours(clock.now())
  await storeClosing(database.db, { effectiveAt, begunAt: null, isFormer: false })
  return { kind: 'ordered', effectiveAt: effectiveAt.toISOString(), zone: config.seller.zone }
}

function undo({ database }: ClosingSite): Promise<ClosingOutcome> {
  return inTransaction(database.db, async (trx) => {
    const closing = await lockClosing(trx)
    if (!closing || closing.isFormer) return { kind: 'nothing' }
    if (closing.begunAt) return { kind: 'closed' }
    await deleteClosing(trx)
    return { kind: 'undone' }
  })
}

async function open(site: ClosingSite): Promise<ClosingOutcome> {
  if (!isClosed(await readServiceMode(site))) return { kind: 'nothing' }
  await deleteClosing(site.database.db)
  return { kind: 'opened' }
}
