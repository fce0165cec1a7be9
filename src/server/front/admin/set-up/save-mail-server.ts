import type { MailServerSettings, MailTest } from '#contract/desk/set-up-calls.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { DeskValues } from '#server/platform/config/desk-names.ts'
import { isLoopbackName } from '#server/platform/config/setting-values.ts'
import { deleteSetting, readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { sendByNewServer } from '#server/platform/mail/send-due-mails.ts'
import { testMail } from '#server/platform/mail/templates/admin-settings.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { savedSettings, saveSettings, typedValue } from './save-settings.ts'

/** Returns the mail server as the form shows it: without its password. */
export function shownMailServer(config: Config, saved: DeskValues) {
  const url = typedValue(config, saved, 'SMTP_URL')
  const { server, password } = readMailUrl(url, config.smtpRequiresTls)
  const mail: MailServerSettings = { ...server, from: typedValue(config, saved, 'MAIL_FROM') }
  return { mail, hasMailPassword: password !== '', mailFixed: isFixed(config) }
}

function isFixed({ demo, given }: Config): boolean {
  return demo || given.SMTP_URL !== undefined || given.MAIL_FROM !== undefined
}

/** Returns the outcome of the last test mail since the mail server was saved; null before. */
export async function lastMailTest({ database }: Pick<Services, 'database'>): Promise<MailTest | null> {
  // written by `testMailServer` alone
  return ((await readSetting(database.db, 'mail-test')) as MailTest | undefined) ?? null
}

/** Saves the mail server. 409 `set-by-environment`; 422 by field; else refused as `saveSettings`. */
export const saveMailServer: UseCase<'saveMailServer'> = async (services, context) => {
  const { mail, mailPassword, version } = context.body
  const { config } = services
  if (isFixed(config)) return new Problem('set-by-environment')
  const former = readMailUrl((await savedSettings(services)).SMTP_URL ?? '', false)
  // a saved password never goes to another server
  const isSame = former.server.host === mail.host.trim()
  const url = mailUrl({ ...mail, host: mail.host.trim() }, mailPassword ?? (isSame ? former.password : ''))
  if (url === undefined) return new Problem('invalid', { fields: { host: 'field_invalid' } })
  if (mail.security === 'none' && !isLoopbackName(mail.host.trim()))
    return new Problem('invalid', { fields: { security: 'set_up_mail_open' } })
  if (mail.from.trim() === '') return new Problem('invalid', { fields: { from: 'field_invalid' } })
  const refused = await saveSettings(services, context, {
    target: 'mail',
    version,
    change: {
      SMTP_URL: url,
      SMTP_REQUIRE_TLS: mail.security === 'none' ? null : '1',
      MAIL_FROM: mail.from.trim(),
    },
    fieldOf: { SMTP_URL: 'host', SMTP_REQUIRE_TLS: 'security', MAIL_FROM: 'from' },
    inTransaction: async (trx) => {
      await deleteSetting(trx, 'mail-test')
      await context.remember(trx, done)
    },
  })
  if (refused instanceof Problem) return refused
  await sendByNewServer(services)
  return done
}

/** Mails the admin a test, at once. The reply says what the mail server answered. Refused as `confirmAdminLately`. */
export const testMailServer: UseCase<'testMailServer'> = async (services, context) => {
  const { config, clock, database, mail, random } = services
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const { name, addresses } = await readConfirmedAddresses(database.db, by.userId)
  const content = testMail({ name }, config, await languageOfUser(database.db, by.userId))
  const to = addresses[0] ?? ''
  const sent = await mail.deliver({ id: random.id(), to, ...renderMail(content, config), wantsAnswer: true })
  const delivered = sent.outcome === 'delivered'
  const body = {
    at: clock.real().toISOString(),
    delivered,
    answer: (delivered ? sent.answer : sent.reason) ?? '',
  }
  await inTransaction(database.db, async (trx) => {
    await writeSetting(trx, 'mail-test', body)
    await context.remember(trx, { status: 200, body })
    await recordAudit(trx, services, by, { action: 'mail-tested', target: 'mail', after: { delivered } })
  })
  return { status: 200, body }
}

const done = { status: 200, body: { status: 'ok' } } as const

type Server = Omit<MailServerSettings, 'from'>

const usual: Server = { host: '', port: 465, security: 'tls', user: '' }

/** Returns the parts of SMTP_URL, with the password; the usual ones without it. */
function readMailUrl(smtpUrl: string, requiresTls: boolean): { server: Server; password: string } {
  if (!URL.canParse(smtpUrl)) return { server: usual, password: '' }
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  return {
    server: {
      host: hostname,
      port: Number(port) || (isTls ? 465 : 587),
      security: isTls ? 'tls' : requiresTls ? 'starttls' : 'none',
      user: decodeURIComponent(username),
    },
    password: decodeURIComponent(password),
  }
}

/** Returns the SMTP_URL of its parts; undefined where the host is none. */
function mailUrl({ host, port, security, user }: Server, password: string): string | undefined {
  if (!/^[\w.-]+$|^\[[\da-f:]+\]$/i.test(host)) return undefined
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const url = `${scheme}://${login}${host}:${port}`
  return URL.canParse(url) ? url : undefined
}
