import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant } from '#contract/shapes.ts'
import { Health } from '#contract/site/site.ts'
import * as audit from './audit.ts'

const SetServiceMode = z.enum(['open', 'paused', 'sunset'])

/** A step of the upkeep: work that is due by time. */
const UpkeepStep = z.strictObject({
  name: z.string(),
  every: z.enum(['minute', 'hour']),
  /** Null before its first run. */
  lastRunAt: z.nullable(Instant),
  lastSuccessAt: z.nullable(Instant),
  /** Null while it goes well. */
  failingSince: z.nullable(Instant),
  /** The last fault, as in the log. */
  problem: z.nullable(z.string()),
})

const SystemAtDesk = z.strictObject({
  health: Health,
  steps: z.array(UpkeepStep),
  versions: z.strictObject({
    lectern: z.string(),
    node: z.string(),
    database: z.strictObject({ kind: z.enum(['embedded', 'postgresql']), version: z.string() }),
    /** Null where none can be started. */
    ffmpeg: z.nullable(z.string()),
  }),
})

/** The admin's calls about the site itself. */
export const adminSystemCalls = {
  systemAtDesk: {
    method: 'GET',
    path: '/api/admin/system',
    actor: 'admin',
    summary: 'Whether the site is well, what its upkeep has done, and which versions it runs',
    replies: { 200: SystemAtDesk },
  },
  auditLog: {
    method: 'GET',
    path: '/api/admin/audit',
    actor: 'admin',
    summary: 'What was changed by whom, newest first, found and filtered, ten a page',
    query: audit.AuditFilter,
    replies: { 200: audit.AuditLog },
  },
  auditCsv: {
    method: 'GET',
    path: '/api/admin/audit.csv',
    actor: 'admin',
    summary: 'All entries of the audit log that a filter leaves, as a file',
    query: audit.AuditFileFilter,
    mediaType: 'text/csv',
    replies: { 200: z.unknown() },
  },
  verifyAudit: {
    method: 'GET',
    path: '/api/admin/audit/verified',
    actor: 'admin',
    summary: 'Whether an entry of the audit log is missing or was changed',
    replies: { 200: audit.AuditVerified },
  },
  serviceAtDesk: {
    method: 'GET',
    path: '/api/admin/service',
    actor: 'admin',
    summary: 'What the site sells and whom it registers, and who decides it',
    replies: {
      200: z.strictObject({
        serviceMode: z.enum(['open', 'paused', 'sunset', 'closed']),
        /** SERVICE_MODE is set: the desk changes nothing. */
        byEnvironment: z.boolean(),
        /** When the ordered closing begins or has begun; null without one. */
        closingAt: z.nullable(Instant),
      }),
    },
  },
  chooseServiceMode: {
    method: 'POST',
    path: '/api/admin/service/mode',
    actor: 'admin',
    idempotent: true,
    summary: 'Sells, or stops selling and registering; 409 `set-by-environment` where SERVICE_MODE is set',
    body: z.strictObject({ serviceMode: SetServiceMode, password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
