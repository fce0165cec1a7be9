import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { escapeHtml } from '#server/platform/runtime/escape-html.ts'
import { type MailContent, type MailFilm, type MailRow, oneLine, type Sender } from './compose-mail.ts'

/** Renders a mail as plain text and HTML. */
export function renderMail(
  content: MailContent,
  sender: Sender,
): { subject: string; text: string; html: string } {
  return { subject: oneLine(content.subject), text: asText(content, sender), html: asHtml(content, sender) }
}

function asText(
  { language, greeting, text, rows = [], film, button, href, note, unsubscribe }: MailContent,
  sender: Sender,
): string {
  const leaving = unsubscribe === undefined ? [] : [`${unsubscribeText(language)}: ${unsubscribe}`]
  return [
    greeting,
    text,
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(film ? [film.title] : []),
    `${button}: ${href}`,
    ...signatureOf(sender, language),
    note,
    ...leaving,
    `-- \n${sentBy(sender, language)}`,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Styles are inline, because many mail programs drop everything else; the dark colours are for those that do not. */
function asHtml(content: MailContent, sender: Sender): string {
  const {
    language,
    subject,
    greeting,
    picture,
    text,
    formatted,
    rows = [],
    film,
    button,
    href,
    note,
    unsubscribe,
  } = content
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
@media (max-width: 480px) {
  .page-cell { padding: 12px 8px !important; }
  .card-cell { padding: 24px 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #101613 !important; }
  .card { background: #18201c !important; border-color: #2c3832 !important; color: #eef3f0 !important; }
  .small { color: #a4b3ab !important; }
  .film { color: #eef3f0 !important; }
  .fact { border-color: #2c3832 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f7f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f7f5"><tr><td align="center" class="page-cell" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dde5e0;border-radius:8px;color:#1b2420;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><tr><td class="card-cell" style="padding:32px;overflow-wrap:break-word;word-break:break-word">
<p style="margin:0 0 24px;font-size:15px;font-weight:600;letter-spacing:-0.01em">${escapeHtml(sender.productName)}</p>
${picture === undefined ? '' : pictureOf(picture)}<p style="${paragraph}">${escapeHtml(greeting)}</p>
${formatted ?? `<p style="${paragraph}">${withLinks(text, sender)}</p>`}
${rows.length > 0 ? tableOf(rows) : ''}${film ? filmOf(film) : ''}<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b6b4b;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>
${signatureOf(sender, language)
  .map((lines) => `<p style="${paragraph}">${withLinks(lines, sender)}</p>\n`)
  .join('')}<p class="small" style="${small}">${withLinks(note, sender)}</p>
<p class="small" style="${small};margin:0">${escapeHtml(m.mail_link_instead({}, { locale: language }))}<br><span style="word-break:break-all">${linkTo(href)}</span></p>
</td></tr></table>
<p class="small" style="margin:16px 0 0;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:12px;color:#5c6b64">${escapeHtml(sentBy(sender, language))}${unsubscribe === undefined ? '' : `<br><a class="small" href="${escapeHtml(unsubscribe)}" style="color:#5c6b64">${escapeHtml(unsubscribeText(language))}</a>`}</p>
</td></tr></table>
</body>
</html>
`
}

/**
 * Turns the addresses of this site in a text into links, for mail programs that do not: the withdrawal link must work
 * everywhere. Other addresses stay text, because they may be a stranger's input.
 */
function withLinks(text: string, { baseUrl }: Sender): string {
  return text
    .split(/(https?:\/\/\S*[^\s.,;:!?)])/)
    .map((part) => (part.startsWith(`${baseUrl.origin}/`) ? linkTo(part) : escapeHtml(part)))
    .join('')
    .replaceAll('\n', '<br>')
}

function linkTo(address: string): string {
  return `<a href="${escapeHtml(address)}" style="color:inherit">${escapeHtml(address)}</a>`
}

/** Renders facts as a table with row headers. */
function tableOf(rows: readonly MailRow[]): string {
  const cell = 'padding:7px 0;border-top:1px solid #dde5e0;font-size:14px;line-height:1.45;vertical-align:top'
  const lines = rows.map(({ label, value, strong = false }) => {
    const weight = strong ? ';font-weight:600' : ''
    return `<tr><th scope="row" class="fact" align="left" style="${cell};text-align:left;padding-right:16px;font-weight:${strong ? 600 : 400}">${escapeHtml(label)}</th><td class="fact" align="right" style="${cell};text-align:right${weight}">${escapeHtml(value)}</td></tr>
`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
${lines.join('')}</table>
`
}

/** A poster that links to its video, with the title below; the title alone where images are off. */
function filmOf({ title, href, poster }: MailFilm): string {
  const picture = poster === undefined ? '' : pictureOf(poster)
  return `<p style="margin:0 0 16px;font-size:16px;line-height:1.55;font-weight:600"><a class="film" href="${escapeHtml(href)}" style="color:#1b2420;text-decoration:none">${picture}${escapeHtml(title)}</a></p>
`
}

function pictureOf(address: string): string {
  return `<img src="${escapeHtml(address)}" alt="" width="494" style="display:block;width:100%;height:auto;border-radius:6px;margin:0 0 8px">`
}

function unsubscribeText(locale: Language): string {
  return m.mail_unsubscribe({}, { locale })
}

/** None without a signature. */
function signatureOf({ mailWords }: Sender, language: Language): readonly string[] {
  const signature = mailWords?.signature?.[language]
  return signature === undefined ? [] : [signature]
}

function sentBy({ productName, baseUrl }: Sender, locale: Language): string {
  return m.mail_sent_by({ product: productName, address: baseUrl.origin }, { locale })
}
