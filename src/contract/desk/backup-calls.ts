import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { SecondFactorCode } from '#contract/accounts/credentials.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line } from '#contract/shapes.ts'

const Bytes = z.number().check(z.nonnegative())

/** `code`: part of the database. `unused`: media that nothing references. */
const StorageKind = z.enum([
  'films',
  'posters',
  'captions',
  'avatars',
  'trash',
  'versions',
  'unused',
  'originals',
  'uploads',
  'backups',
  'database',
  'code',
])
export type StorageKind = z.output<typeof StorageKind>

/** The admin's calls about backups, and what takes space. */
export const adminBackupCalls = {
  backupsAtDesk: {
    method: 'GET',
    path: '/api/admin/backups',
    actor: 'admin',
    summary: 'The backups that are there, the one that is being made, and the space that another one needs',
    replies: {
      200: z.strictObject({
        /** Null in the demo. */
        folder: z.nullable(z.string()),
        /** Newest first. */
        backups: z.array(
          z.strictObject({
            file: z.string(),
            bytes: Bytes,
            madeAt: Instant,
            /** It was read again after it was made, and each digest was right. */
            verified: z.boolean(),
          }),
        ),
        /** Null while none is being made. */
        makingSince: z.nullable(Instant),
        /** Why the last one could not be made. */
        problem: z.nullable(z.string()),
        neededBytes: Bytes,
        freeBytes: Bytes,
      }),
    },
  },
  storageAtDesk: {
    method: 'GET',
    path: '/api/admin/system/storage',
    actor: 'admin',
    summary: 'What takes the space on the disk, by kind',
    replies: {
      200: z.strictObject({
        freeBytes: Bytes,
        kinds: z.array(
          z.strictObject({
            kind: StorageKind,
            /** 0 for what is in the database. */
            files: z.int(),
            bytes: Bytes,
          }),
        ),
      }),
    },
  },
  makeBackup: {
    method: 'POST',
    path: '/api/admin/backups',
    actor: 'admin',
    idempotent: true,
    summary:
      'Makes a backup; 403 `not-in-demo`, 409 `backup-running`, and `backup-no-space` where it would not fit on the disk',
    body: z.strictObject({ password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
  askForBackup: {
    method: 'POST',
    path: '/api/admin/backups/download',
    actor: 'admin',
    summary: 'The address of a backup, good once for 5 minutes in this session',
    body: z.strictObject({ file: Line(100), password: CurrentPassword, code: SecondFactorCode }),
    replies: { 200: z.strictObject({ address: z.string() }) },
  },
  deleteBackup: {
    method: 'POST',
    path: '/api/admin/backups/delete',
    actor: 'admin',
    idempotent: true,
    summary: 'Deletes a backup; 403 `not-in-demo`, 409 `backup-last-verified`',
    body: z.strictObject({ file: Line(100), password: CurrentPassword, code: SecondFactorCode }),
    replies: { 200: Done },
  },
  downloadBackup: {
    method: 'GET',
    path: '/api/admin/backups/download/:token',
    actor: 'admin',
    summary: 'A backup, at the address that was made for it',
    params: z.strictObject({ token: Line(100) }),
    mediaType: 'application/x-tar',
    replies: { 200: z.unknown() },
  },
} as const satisfies Record<string, Call>
