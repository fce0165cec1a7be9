import type { Db } from '#server/platform/database/tables.ts'
import type { PaymentEvent, Unknown } from '#server/platform/outside/payment.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'

/** Faults that can be simulated. */
export const sandboxFaults = ['none', 'decline', 'hang', 'charge-then-hang', 'duplicate', 'reorder'] as const
export type SandboxFault = (typeof sandboxFaults)[number]

/** What all parts of the sandbox share. */
export type SandboxContext = {
  readonly db: Db
  readonly clock: Clock
  /** A new id, such as `pi_3fK…`. */
  newId(kind: string): string
  /** The simulated fault. */
  fault(): Promise<SandboxFault>
  /** A lost answer: resolves after the caller's timeout. */
  noAnswer(): Promise<Unknown>
  /** Stores an event and delivers it. */
  send(type: string, about: PaymentEvent['about']): Promise<void>
}
