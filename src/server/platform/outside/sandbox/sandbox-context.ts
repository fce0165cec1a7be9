import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PaymentEvent, Unknown } from '#server/platform/outside/payment.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'

/** The faults that can be switched on. */
export const sandboxFaults = ['none', 'decline', 'hang', 'charge-then-hang', 'duplicate', 'reorder'] as const
export type SandboxFault = (typeof sandboxFaults)[number]

/** What each part of the sandbox needs. */
export type SandboxContext = {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  /** A new id, such as `pi_3fK…`. */
  newId(kind: string): string
  /** The fault that is switched on. */
  fault(): Promise<SandboxFault>
  /** The answer that never comes: resolves after the caller's time limit. */
  noAnswer(): Promise<Unknown>
  /** Stores an event and delivers it to the site. */
  send(type: string, about: PaymentEvent['about']): Promise<void>
}
