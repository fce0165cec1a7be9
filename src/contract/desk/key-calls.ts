import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { SecondFactorCode } from '#contract/accounts/credentials.ts'
import type { Call } from '#contract/call.ts'
import { Done, Id, Instant, Line, Page } from '#contract/shapes.ts'

/** What a key may do; `callsOfScope` has the calls of each. */
export const keyScopes = [
  'people-read',
  'people-write',
  'money-read',
  'content-read',
  'content-write',
] as const
export type KeyScope = (typeof keyScopes)[number]

const Scopes = z.array(z.enum(keyScopes)).check(z.minLength(1), z.maxLength(keyScopes.length))

const ApiKey = z.strictObject({
  id: Id,
  name: z.string(),
  /** The last four characters of the key. */
  ending: z.string(),
  scopes: Scopes,
  /** In CIDR notation; an empty list: any network. */
  networks: z.array(z.string()),
  createdAt: Instant,
  /** Null: never. */
  expiresAt: z.nullable(Instant),
  withdrawnAt: z.nullable(Instant),
  /** To the minute. */
  lastUsedAt: z.nullable(Instant),
})
export type ApiKey = z.output<typeof ApiKey>

/** The admin's calls about keys for programs. No key may make them. */
export const adminKeyCalls = {
  apiKeys: {
    method: 'GET',
    path: '/api/admin/keys',
    actor: 'admin',
    summary: 'The keys for programs, newest first, ten a page, without the keys themselves',
    query: z.strictObject({ page: z.optional(Page) }),
    /** `count`: on all pages. */
    replies: { 200: z.strictObject({ count: z.int(), keys: z.array(ApiKey) }) },
  },
  makeApiKey: {
    method: 'POST',
    path: '/api/admin/keys',
    actor: 'admin',
    summary: 'Makes a key, which only this reply has; 403 `not-in-demo`',
    body: z.strictObject({
      name: Line(100),
      scopes: Scopes,
      /** Days until it expires; null: never. */
      days: z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))),
      /** In CIDR notation, or single addresses. */
      networks: z.array(Line(50)).check(z.maxLength(20)),
      password: CurrentPassword,
      code: SecondFactorCode,
    }),
    replies: { 200: z.strictObject({ key: z.string() }) },
  },
  withdrawApiKey: {
    method: 'POST',
    path: '/api/admin/keys/withdraw',
    actor: 'admin',
    idempotent: true,
    summary: 'Withdraws a key for good',
    body: z.strictObject({ id: Id, password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
