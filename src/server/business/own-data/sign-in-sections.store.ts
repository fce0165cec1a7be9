import { sql } from 'kysely'
import { m } from '#messages/generated-mails/messages.js'
import type { Cell } from '#server/platform/runtime/csv.ts'
import type { ExportSection } from './export-section.ts'

type Method = { type: string; name: Cell; addedAt: Cell; lastUsedAt: Cell }

/** Sign-in methods by name and date, without secrets. */
export const signInMethodsSection: ExportSection = {
  name: 'sign-in-methods',
  about: m.export_sign_in_methods,
  columns: ['type', 'name', 'addedAt', 'lastUsedAt'],
  async read(db, { userId }): Promise<Method[]> {
    const password = await db
      .selectFrom('account_user')
      .select(sql<string>`'password'`.as('type'))
      .where('id', '=', userId)
      .where('password_hash', 'is not', null)
      .execute()
    const apps = await db
      .selectFrom('user_totp')
      .select([sql<string>`'authenticator app'`.as('type'), 'confirmed_at as addedAt'])
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .execute()
    const recoveryCodes = await db
      .selectFrom('recovery_code')
      .select([sql<string>`'recovery code'`.as('type'), 'created_at as addedAt', 'used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    const passkeys = await db
      .selectFrom('passkey')
      .select([sql<string>`'passkey'`.as('type'), 'name', 'created_at as addedAt'])
      .select('last_used_at as lastUsedAt')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    const codeHost = await db
      .selectFrom('code_host_identity')
      .select([sql<string>`'code host'`.as('type'), 'login as name', 'created_at as addedAt'])
      .where('user_id', '=', userId)
      .execute()
    const company = await db
      .selectFrom('company_identity')
      .select([sql<string>`'company'`.as('type'), 'issuer as name', 'created_at as addedAt'])
      .where('user_id', '=', userId)
      .execute()
    const unsaid = { name: null, addedAt: null, lastUsedAt: null }
    return [...password, ...apps, ...recoveryCodes, ...passkeys, ...codeHost, ...company].map((method) => ({
      ...unsaid,
      ...method,
    }))
  },
}

export const sessionsSection: ExportSection = {
  name: 'sessions',
  about: m.export_sessions,
  columns: ['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'staySignedIn', 'userAgent', 'network'],
  read: (db, { userId }) =>
    db
      .selectFrom('session')
      .select(['id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
      .select(['stay_signed_in as staySignedIn', 'user_agent as userAgent', 'network'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
}

export const browsersSection: ExportSection = {
  name: 'browsers',
  about: m.export_browsers,
  columns: ['firstSeenAt', 'lastSeenAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('known_browser')
      .select(['first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
      .where('user_id', '=', userId)
      .orderBy('first_seen_at')
      .execute(),
}

/**
 * By confirmed contacts only: typing another person's address must not reveal their mails. Without the texts, which
 * contain codes while they wait.
 */
export const mailsSection: ExportSection = {
  name: 'mails',
  about: m.export_mails,
  columns: ['kind', 'recipient', 'subject', 'createdAt', 'sentAt'],
  read: (db, { userId }) =>
    db
      .selectFrom('mail')
      .select(['template as kind', 'recipient', 'subject', 'created_at as createdAt', 'sent_at as sentAt'])
      // the "C" collation folds ASCII only, like emailKey
      .where((where) =>
        where(
          sql<string>`lower(recipient collate "C")`,
          'in',
          where
            .selectFrom('contact')
            .select('email_key')
            .where('user_id', '=', userId)
            .where('confirmed_at', 'is not', null),
        ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
}
