import { encode } from 'uqr'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import {
  accent,
  edge,
  ink,
  line,
  quiet,
  right,
  type Sheet,
  write,
} from '#server/books/invoices/invoice-page.ts'
import { openPdf } from '#server/books/invoices/pdf-document.ts'
import { type GiftFacts, redeemPath } from '#server/platform/mail/templates/gift.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'

type Printed = GiftFacts & { readonly language: Language; readonly boughtAt: Date }

/**
 * Creates a voucher as a printable A4 page: its content, code, and link as text and QR code. Like the mail to forward
 * it names neither price nor buyer nor order.
 */
export async function voucherSheet(
  { config }: Pick<Services, 'config'>,
  { language, boughtAt, ...gift }: Printed,
): Promise<MailAttachment> {
  const { productName, seller, baseUrl } = config
  const locale = { locale: language }
  const said = { ...gift, product: productName }
  const title = m.sheet_voucher({}, locale)
  const { page, close } = await openPdf({
    language,
    title: `${title}, ${productName}`,
    author: seller.name,
    subject: title,
    creator: productName,
    at: boughtAt,
    typed: [productName, seller.name],
  })
  write(page, productName, edge, 52, { size: 13, strong: true, color: accent })
  let y = write(page, title, edge, 132, { size: 30, strong: true, tag: 'H1' }) + 2
  y = write(page, gift.what, edge, y, { size: 16, color: quiet }) + 26
  y = write(page, m.mail_gift_text(said, locale), edge, y, { size: 12, gap: 5 }) + 30
  line(page, y)
  y = write(page, m.sheet_code({}, locale), edge, y + 22, { size: 10, color: quiet }) + 2
  y = write(page, gift.code, edge, y, { size: 26, strong: true }) + 2
  y = write(page, m.sheet_until(said, locale), edge, y, { size: 10, color: quiet }) + 22
  line(page, y)
  const link = new URL(redeemPath(gift), baseUrl).href
  const top = y + 30
  drawQrCode(page, link, { x: edge, y: top, side: qrSide })
  const beside = edge + qrSide + 24
  const wide = { width: right - beside }
  y = write(page, m.sheet_how({}, locale), beside, top + 4, { size: 12, gap: 5, ...wide }) + 12
  write(page, link, beside, y, { size: 10.5, ...wide })
  return {
    fileName: `gift-voucher-${gift.code}.pdf`,
    contentType: 'application/pdf',
    bytes: await close(),
  }
}

/** In points: 4.2 cm, so that each module is about a millimetre. */
const qrSide = 120

/** Draws a QR code, untagged, because its text is printed beside it. */
function drawQrCode({ pdf }: Sheet, text: string, at: { x: number; y: number; side: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const module = at.side / size
  pdf.markContent('Artifact', { type: 'Layout' })
  for (const [row, darks] of data.entries())
    for (const [column, isDark] of darks.entries())
      if (isDark) pdf.rect(at.x + column * module, at.y + row * module, module, module)
  pdf.fill(ink)
  pdf.endMarkedContent()
}
