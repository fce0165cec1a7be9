import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { escapeHtml } from '#server/runtime/escape-html.ts'
import { type MailContent, oneLine, type Sender } from './compose-mail.ts'

/** The two forms in which a mail goes out. */
export function renderMail(
  content: MailContent,
  sender: Sender,
): { subject: string; text: string; html: string } {
  return { subject: oneLine(content.subject), text: asText(content, sender), html: asHtml(content, sender) }
}

function asText({ language, greeting, text, button, href, note }: MailContent, sender: Sender): string {
  return [greeting, text, `${button}: ${href}`, note, `-- \n${sentBy(sender, language)}`]
    .join('\n\n')
    .concat('\n')
}

/** Inline styles, because many mail programs drop everything else; the dark colours are for those that do not. */
function asHtml(content: MailContent, sender: Sender): string {
  const { language, subject, greeting, text, button, href, note } = content
  const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.55'
  const small = 'margin:0 0 16px;font-size:13px;line-height:1.5;color:#5c6b64'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #101613 !important; }
  .card { background: #18201c !important; border-color: #2c3832 !important; color: #eef3f0 !important; }
  .small { color: #a4b3ab !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f7f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f7f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dde5e0;border-radius:8px;color:#1b2420;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:15px;font-weight:600;content-spacing:-0.01em">${escapeHtml(sender.productName)}</p>
<p style="${paragraph}">${escapeHtml(greeting)}</p>
<p style="${paragraph}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>
<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b6b4b;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>
<p class="small" style="${small}">${escapeHtml(note)}</p>
<p class="small" style="${small};margin:0">${escapeHtml(m.mail_link_instead({}, { locale: language }))}<br><span style="word-break:break-all">${escapeHtml(href)}</span></p>
</td></tr></table>
<p class="small" style="margin:16px 0 0;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:12px;color:#5c6b64">${escapeHtml(sentBy(sender, language))}</p>
</td></tr></table>
</body>
</html>
`
}

function sentBy({ productName, baseUrl }: Sender, locale: Language): string {
  return m.mail_sent_by({ product: productName, address: baseUrl.origin }, { locale })
}
