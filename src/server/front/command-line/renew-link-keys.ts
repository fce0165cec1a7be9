import { isSecretOf } from '#server/front/backup/secret-check.ts'
import { renewLinkKeys } from '#server/platform/database/kept-key.ts'
import { readSetting } from '#server/platform/database/setting.store.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Name of the control command. */
export const renewLinkKeysCommand = 'renew-link-keys'

/** `another-secret`: APP_SECRET is not this database's, and the site could not open what it seals. */
export type RenewalOutcome = { readonly outcome: 'renewed' | 'another-secret' }

/** Replaces the keys of links in mails, which invalidates all links mailed before. */
export async function renewLinks(
  { database: { db } }: Pick<Services, 'database'>,
  secrets: Secrets,
): Promise<RenewalOutcome> {
  const check = await readSetting(db, 'secret-check')
  if (typeof check === 'string' && !isSecretOf(secrets, check)) return { outcome: 'another-secret' }
  await renewLinkKeys(db, secrets)
  return { outcome: 'renewed' }
}
