import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { FoundDispute, FoundRefund, PaymentEvent } from '#server/outside/payment.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { ensureRefund } from './sandbox.store.ts'
import * as disputes from './sandbox-dispute.store.ts'

/** What happens at the provider without the house: its staff gives money back, banks take it back. */
export type SandboxDesk = {
  findRefund(ref: string): Promise<FoundRefund | undefined>
  findDispute(ref: string): Promise<FoundDispute | undefined>
  /** Gives money of a charge back by hand; undefined where it has not so much. */
  giveBack(chargeRef: string, amountCents: number): Promise<string | undefined>
  /** A card holder disputes a charge; answers the dispute's reference. */
  dispute(chargeRef: string, amountCents: number): Promise<string>
  closeDispute(ref: string, state: 'won' | 'lost'): Promise<void>
}

export function createSandboxDesk({
  db,
  clock,
  fresh,
  tell,
}: {
  db: Kysely<Tables>
  clock: Clock
  fresh: (kind: string) => string
  tell: (type: string, about: PaymentEvent['about']) => Promise<void>
}): SandboxDesk {
  const findDispute = (ref: string) => disputes.findDispute(db, ref)
  return {
    findRefund: (ref) => disputes.findRefund(db, ref),
    findDispute,
    async giveBack(chargeRef, amountCents) {
      const made = await ensureRefund(db, {
        ref: fresh('re'),
        chargeRef,
        refundId: null,
        amountCents,
        idempotencyKey: fresh('desk'),
        createdAt: clock.real(),
      })
      if (made) await tell('refund.succeeded', { kind: 'refund', ref: made.ref, chargeRef })
      return made?.ref
    },
    async dispute(chargeRef, amountCents) {
      const ref = fresh('dp')
      await disputes.insertDispute(db, { ref, chargeRef, amountCents, createdAt: clock.real() })
      await tell('dispute.open', { kind: 'dispute', ref, chargeRef })
      return ref
    },
    async closeDispute(ref, state) {
      await disputes.closeDispute(db, ref, state)
      const chargeRef = (await findDispute(ref))?.chargeRef
      await tell(`dispute.${state}`, { kind: 'dispute', ref, chargeRef })
    },
  }
}
