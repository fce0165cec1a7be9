import type { FastifyBaseLogger } from 'fastify'
import type { GuardedPool } from './pool.ts'

/** The log functions that the database room uses. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** A running PostgreSQL, external or embedded, behind one pool. */
export type Engine = {
  readonly kind: 'postgresql' | 'embedded'
  readonly pool: GuardedPool
  /** Statements of `work` have no time limit (migrations, VACUUM); on PostgreSQL they set that themselves. */
  withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Embedded database only: copies it, consistent, to an empty folder while it stays open. */
  readonly copyTo?: (folder: string) => Promise<void>
  close(): Promise<void>
}
