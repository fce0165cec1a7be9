import type { FastifyBaseLogger } from 'fastify'
import type { OtherClock } from './clock-check.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open.ts'
import type { WebBuild } from './http/documents/web-build.ts'
import type { Queue } from './jobs/queue.ts'
import type { Library } from './library/library.ts'
import type { MailTransport } from './outside/mail.ts'
import type { MediaStore } from './outside/media-store.ts'
import type { PasswordHash } from './outside/password-hash.ts'
import type { PaymentProvider } from './outside/payment.ts'

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
  readonly library: Library
  /** The built screens. */
  readonly web: WebBuild
  readonly queue: Queue
  readonly log: FastifyBaseLogger
}

/**
 * Two clocks: business time, which the demo can move forward, decides dates (trial, subscription, publishing, history);
 * real time decides what protects the house (sessions, CSRF tokens, mailed codes, playback grants, limits).
 */
export type Clock = {
  /** Business time. */
  now(): Date
  /** The machine's clock. */
  real(): Date
}

/** Unguessable words and fresh ids. */
export type Random = {
  /** 256 bit as base64url. */
  token(): string
  /** UUID. */
  id(): string
}
