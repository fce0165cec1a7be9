import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/database.ts'
import type { MailTransport } from '#server/outside/mail.ts'
import type { MediaStore } from '#server/outside/media-store.ts'
import type { PasswordHash } from '#server/outside/password-hash.ts'
import type { PaymentProvider } from '#server/outside/payment.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Random } from '#server/runtime/random.ts'

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
}

/** A clock that this machine does not set; undefined while it cannot be asked. */
export type OtherClock = { readonly name: string; now(): Promise<Date | undefined> }
