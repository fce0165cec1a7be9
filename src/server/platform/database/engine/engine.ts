import type { FastifyBaseLogger } from 'fastify'
import type { GuardedPool } from './pool.ts'

/** What the database room writes to the log. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** A running PostgreSQL, own or embedded, behind one pool. */
export type Engine = {
  readonly kind: 'postgresql' | 'embedded'
  readonly pool: GuardedPool
  /** Statements of `work` may take as long as they like (migrations, VACUUM); on PostgreSQL they say so themselves. */
  withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Of the embedded database only: copies it into an empty folder, whole, while it stays open. */
  readonly copyTo?: (folder: string) => Promise<void>
  close(): Promise<void>
}
