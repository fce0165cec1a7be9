import * as z from 'zod/mini'
import { Day, Instant, Line, Page } from '#contract/shapes.ts'
import { auditActions } from './audit-actions.ts'

/** Days in the seller's zone, both included. */
const filter = {
  /** An account, by anything that `people` finds it by, or the whole key of another target. */
  search: z.optional(Line(254)),
  action: z.optional(z.enum(auditActions)),
  from: z.optional(Day),
  to: z.optional(Day),
}
export const AuditFileFilter = z.strictObject(filter)
/** All conditions hold together. */
export const AuditFilter = z.strictObject({
  ...filter,
  /** From 0, ten a page. */
  page: z.optional(Page),
})
export type AuditFilter = z.output<typeof AuditFilter>

/** Values by name; ids instead of names, no secrets. */
const Facts = z.nullable(z.record(z.string(), z.unknown()))

const AuditEntry = z.strictObject({
  /** Counted from 1 without gaps. */
  position: z.int(),
  at: Instant,
  /** `AuditAction`, or one of a later version of the site. */
  action: z.string(),
  /** Null where the account was deleted. */
  actor: z.nullable(z.string()),
  /** Id of an account, or key of the changed object. */
  target: z.string(),
  /** The account that is the target; null for another target, and where it was deleted. */
  account: z.nullable(z.string()),
  /** The account that the admin had switched into. */
  actingAs: z.nullable(z.string()),
  network: z.string(),
  requestId: z.string(),
  before: Facts,
  after: Facts,
})
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditLog = z.strictObject({
  /** On all pages. */
  count: z.int(),
  /** Newest first. */
  entries: z.array(AuditEntry),
})

export const AuditVerified = z.union([
  z.strictObject({
    entries: z.int(),
    /** Hash of the newest entry, in hexadecimal: to be noted elsewhere, because removed newest entries leave no trace. */
    newestHash: z.string(),
  }),
  z.strictObject({
    /** Position of the first entry that is missing or was changed. */
    faultAt: z.int(),
    fault: z.enum(['missing', 'changed']),
  }),
])
