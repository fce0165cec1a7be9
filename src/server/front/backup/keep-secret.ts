import { resealCompanies } from '#server/business/company-sign-in/reseal.store.ts'
import { resealWebhookSecrets } from '#server/front/webhooks/webhook.store.ts'
import { readTotpSecrets, replaceTotpSecret } from '#server/identity/two-factor/second-factor.store.ts'
import { openTotpSecret, resealTotpSecret } from '#server/identity/two-factor/totp-code.ts'
import { resealKeptKeys } from '#server/platform/database/kept-key.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { resealDeskSettings } from '#server/platform/site/desk-setting.store.ts'
import { isSecretOf, secretCheck } from './secret-check.ts'

type Given = Pick<Services, 'database' | 'config' | 'log'>

/**
 * Refuses to start with an APP_SECRET that is neither this database's nor accompanied by it as APP_SECRET_PREVIOUS:
 * authenticator apps would stop working, and everyone could have a second trial. Then reseals everything sealed with
 * the previous one, so that it is no longer needed once every process has started with the new one.
 */
export async function keepSecret(services: Given): Promise<void> {
  const { database, config } = services
  if (!(await isSecretOfDatabase(services)))
    throw new StartProblem(
      'APP_SECRET is not the one that this database was used with. Give that one; to change it, give it as APP_SECRET_PREVIOUS.',
    )
  await resealSecrets(services)
  await writeSetting(database.db, 'secret-check', secretCheck(config.appSecret))
}

/**
 * Reseals with the current APP_SECRET what was sealed with the previous one, also by processes that do not have the new
 * one yet.
 */
export async function resealSecrets({ database: { db }, config, log }: Given): Promise<void> {
  await resealKeptKeys(db, config)
  await resealDeskSettings(db, config)
  await resealCompanies(db, config)
  await resealWebhookSecrets(db, config)
  let resealed = 0
  for (const { userId, secret: former } of await readTotpSecrets(db)) {
    const secret = resealTotpSecret(config, userId, former)
    if (!secret) continue
    await replaceTotpSecret(db, { userId, former, secret })
    resealed += 1
  }
  if (resealed > 0)
    log.info({ resealed }, 'secrets of authenticator apps were sealed with the new APP_SECRET')
}

/**
 * A database without a stored check value is recognised by its sealed secrets; without those any secret is accepted.
 */
async function isSecretOfDatabase({ database: { db }, config }: Given): Promise<boolean> {
  const check = await readSetting(db, 'secret-check')
  if (typeof check === 'string') return isSecretOf(config, check)
  const sealed = await readTotpSecrets(db)
  return sealed.length === 0 || sealed.some(({ userId, secret }) => openTotpSecret(config, userId, secret))
}
