import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line } from '#contract/shapes.ts'
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
  /** The fault while it fails, as in the log. */
  problem: z.nullable(z.string()),
  /** Null while it is being run, and where nobody runs it. */
  nextRunAt: z.nullable(Instant),
  durationMs: z.nullable(z.int()),
  /** The last fault, which may be over. */
  lastProblem: z.nullable(z.string()),
  lastProblemAt: z.nullable(Instant),
})

/** Work that something has caused, such as mails that wait. */
const Jobs = z.strictObject({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Null where none waits. */
  nextRunAt: z.nullable(Instant),
  /** The end of the last that went well, within the last days. */
  lastRunAt: z.nullable(Instant),
  durationMs: z.nullable(z.int()),
  lastProblem: z.nullable(z.string()),
})

const SystemAtDesk = z.strictObject({
  health: Health,
  steps: z.array(UpkeepStep),
  jobs: z.array(Jobs),
  versions: z.strictObject({
    lectern: z.string(),
    node: z.string(),
    database: z.strictObject({ kind: z.enum(['embedded', 'postgresql']), version: z.string() }),
    /** Null where none can be started. */
    ffmpeg: z.nullable(z.string()),
    /** Other processes convert videos: this one has ROLE="web". */
    convertedElsewhere: z.boolean(),
  }),
})

/** The effects of closing the service, 24 hours from now. */
const ClosingPreview = z.strictObject({
  productName: z.string(),
  effectiveAt: Instant,
  /** Subscriptions that run to their end, and their seats. */
  subscriptions: z.int(),
  seats: z.int(),
  /** Subscriptions with an unpaid renewal, which end then. */
  unpaid: z.int(),
  /** When the first and the last running subscription ends; null if none runs. */
  firstUntil: z.nullable(Instant),
  lastUntil: z.nullable(Instant),
  refunds: z.strictObject({ orders: z.int(), vouchers: z.int(), grossCents: z.int() }),
  mails: z.int(),
})
export type ClosingPreview = z.output<typeof ClosingPreview>

/** The admin's calls about the site itself. */
export const adminSystemCalls = {
  systemAtDesk: {
    method: 'GET',
    path: '/api/admin/system',
    actor: 'admin',
    summary: 'Whether the site is well, what its upkeep has done, and which versions it runs',
    replies: { 200: SystemAtDesk },
  },
  runNow: {
    method: 'POST',
    path: '/api/admin/system/run',
    actor: 'admin',
    idempotent: true,
    summary: 'Runs a step of the upkeep, or the waiting jobs of a name, within seconds',
    body: z.strictObject({
      kind: z.enum(['step', 'job']),
      name: Line(60),
      password: z.optional(CurrentPassword),
    }),
    replies: { 200: Done },
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
  previewClosing: {
    method: 'GET',
    path: '/api/admin/service/closing',
    actor: 'admin',
    summary: 'What closing the service now would do, in numbers',
    replies: { 200: z.strictObject({ preview: z.nullable(ClosingPreview) }) },
  },
  changeClosing: {
    method: 'POST',
    path: '/api/admin/service/closing',
    actor: 'admin',
    idempotent: true,
    summary:
      'Orders the closing of the service in 24 hours, takes that back, or opens a closed service; 409 `closing-moved` where there is nothing to change',
    body: z.strictObject({
      act: z.enum(['order', 'undo', 'open']),
      /** The name of the site, typed; for `order`. */
      name: z.optional(Line(200)),
      password: CurrentPassword,
    }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
