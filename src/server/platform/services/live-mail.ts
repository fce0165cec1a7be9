import type { Config } from '#server/platform/config/config.ts'
import { mailServerOf } from '#server/platform/config/mail-server.ts'
import { demoMail, type MailTransport, noMail } from '#server/platform/outside/mail.ts'
import { smtpMail } from '#server/platform/outside/mail-smtp.ts'

/** Sends mails by the mail server of the settings as they are then; the demo's stay in its outbox. */
export function liveMail(config: Config): MailTransport {
  if (config.demo) return demoMail
  let opened: { readonly by: string; readonly transport: MailTransport } | undefined
  const now = (): MailTransport => {
    const { smtpUrl, mailFrom, smtpRequiresTls, baseUrl } = config
    if (smtpUrl === undefined) return noMail
    const by = mailServerOf(config)
    if (opened?.by !== by)
      opened = { by, transport: smtpMail(smtpUrl, mailFrom, baseUrl.hostname, smtpRequiresTls) }
    return opened.transport
  }
  return { deliver: (mail) => now().deliver(mail), check: async () => now().check?.() }
}
