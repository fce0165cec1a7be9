import type { BroadcastDraft } from '#contract/desk/broadcasts.ts'
import { href } from '#contract/pages.ts'
import type { RichNode, RichText } from '#contract/rich-text.ts'
import { m } from '#messages/generated-mails/messages.js'
import { richHtml } from '#server/front/documents/markdown.ts'
import { richText } from '#server/library/catalogue/rich-text.ts'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

type Written = Pick<BroadcastDraft, 'kind' | 'language' | 'subject' | 'text'>

/**
 * A mail of a broadcast to one recipient.
 * @param unsubscribe address that ends the newsletter; only for a newsletter
 */
export function broadcastMail(
  { kind, language, subject, text }: Written,
  { name, unsubscribe }: { readonly name: string; readonly unsubscribe: string | undefined },
  sender: Sender,
): MailContent {
  const content = composeMail(
    sender,
    language,
    {},
    {
      name,
      subject: () => subject,
      text: () => text,
      button: m.mail_broadcast_button,
      page: href('content'),
      note: notes[kind],
    },
  )
  const formatted = richHtml(withAddresses(richText(text), sender.baseUrl)).text
  return { ...content, formatted, ...(unsubscribe !== undefined && { unsubscribe }) }
}

/** Returns the sentence below the text, which says why somebody gets it. */
export function broadcastNote({ kind, language }: Written, { productName }: Sender): string {
  return notes[kind]({ product: productName }, { locale: language })
}

const notes = {
  newsletter: m.mail_broadcast_newsletter_note,
  contract: m.mail_broadcast_contract_note,
} as const

/** A mail program knows no page that a relative address could start from. */
function withAddresses(text: RichText, baseUrl: URL): RichText {
  return text.map((node): RichNode => {
    if (typeof node === 'string') return node
    const { href: to, children } = node
    return {
      ...node,
      ...(to !== undefined && { href: URL.parse(to, baseUrl)?.href ?? baseUrl.href }),
      ...(children && { children: [...withAddresses(children, baseUrl)] }),
    }
  })
}
