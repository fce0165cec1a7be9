import type { Language } from '#domain/language.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { keptByNobody } from '#server/platform/http/security-headers.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { mailSamples } from './mail-samples.ts'

type Needs = Pick<Services, 'config'>

/** `GET /api/admin/mails/samples`: every mail, by its subject and its beginning. */
export const showMailSamples: UseCase<'mailSamples', Needs> = async (
  { config },
  { request: { language } },
) => {
  const mails = [...mailSamples].map(([key, { topic, sample }]) => {
    const { subject, text } = sample(config, language)
    return { key, topic, subject, beginning: text.split('\n', 1)[0] ?? '' }
  })
  return { status: 200, body: { mails } }
}

/** `GET /api/admin/mails/samples/:key/:language`: subject and text of a mail. 404 for an unknown one. */
export const showMailSample: UseCase<'mailSample', Needs> = async (services, { params }) => {
  const mail = rendered(services, params)
  return mail ? { status: 200, body: { subject: mail.subject, text: mail.text } } : new Problem('not-found')
}

/** The same as HTML, for a frame of this site: it runs no script, and loads and sends nothing. */
export const showMailSampleHtml: UseCase<'mailSampleHtml', Needs> = async (services, { params, reply }) => {
  const mail = rendered(services, params)
  if (!mail) return new Problem('not-found')
  reply
    .headers({
      'cache-control': keptByNobody,
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'SAMEORIGIN',
    })
    .send(mail.html)
  return 'sent'
}

/** Mails a sample to the admin alone. 404 for an unknown one; else refused as `confirmAdminLately`. */
export const sendMailSample: UseCase<'sendMailSample'> = async (services, context) => {
  const { key, language } = context.body
  const { config } = services
  const found = mailSamples.get(key)
  if (!found) return new Problem('not-found')
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx, { userId }) => {
    // neither counts for the limits of the real mail, nor can be sent again as one
    await mailToUser(trx, services, userId, {
      template: 'sample',
      contentFor: () => found.sample(config, language),
    })
    return { action: 'mail-sample-sent', target: key, after: { language } }
  })
}

function rendered(
  { config }: Needs,
  { key, language }: { readonly key: string; readonly language: Language },
) {
  const found = mailSamples.get(key)
  return found && renderMail(found.sample(config, language), config)
}
