import type { SandboxContext } from './sandbox-context.ts'
import { closeDispute, ensureRefund, findDispute, insertDispute } from './sandbox-refund.store.ts'

/** Actions at the provider outside the site: refunds by its staff, reversals by banks. */
export type SandboxDashboard = {
  /** Refunds a charge in part or in full; undefined when the amount exceeds the rest. */
  giveBack(chargeRef: string, amountCents: number): Promise<string | undefined>
  /** Opens a dispute of a charge; returns its reference. */
  dispute(chargeRef: string, amountCents: number): Promise<string>
  closeDispute(ref: string, state: 'won' | 'lost'): Promise<void>
}

export function createSandboxDashboard({ db, clock, newId, send }: SandboxContext): SandboxDashboard {
  return {
    async giveBack(chargeRef, amountCents) {
      const made = await ensureRefund(db, {
        ref: newId('re'),
        chargeRef,
        refundId: null,
        amountCents,
        idempotencyKey: newId('dashboard'),
        createdAt: clock.real(),
      })
      if (made) await send('refund.succeeded', { kind: 'refund', ref: made.ref, chargeRef })
      return made?.ref
    },
    async dispute(chargeRef, amountCents) {
      const ref = newId('dp')
      await insertDispute(db, { ref, chargeRef, amountCents, createdAt: clock.real() })
      await send('dispute.open', { kind: 'dispute', ref, chargeRef })
      return ref
    },
    async closeDispute(ref, state) {
      await closeDispute(db, ref, state)
      const chargeRef = (await findDispute(db, ref))?.chargeRef
      await send(`dispute.${state}`, { kind: 'dispute', ref, chargeRef })
    },
  }
}
