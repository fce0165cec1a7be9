import { m } from './generated/messages.js'

/** What the texts say about the site: the part of the public settings that they need. */
export type SiteFacts = {
  readonly productName: string
  readonly serviceMode: 'open' | 'sunset'
  readonly trialDays: number
  readonly vat: { readonly percent: number }
  readonly seller: { readonly name: string; readonly email: string }
}

/** A part of a page; `id` is its anchor. `text` has blank lines between paragraphs and `- ` before list items. */
export type TextSection = { readonly id: string; readonly heading: string; readonly text: string }

/** A text taken apart for display: a paragraph, or the items of a list. */
export type TextBlock = { readonly paragraph: string } | { readonly items: readonly string[] }

/** The same structure for the page in the browser and the one that the server sends. */
export function textBlocks(text: string): TextBlock[] {
  return text
    .split('\n\n')
    .map((block) =>
      block.startsWith('- ')
        ? { items: block.split('\n').map((line) => line.slice(2)) }
        : { paragraph: block },
    )
}

/** The questions of the FAQ; `heading` is the question. */
export function faqSections(site: SiteFacts): TextSection[] {
  const facts = factsOf(site)
  const questions = [
    site.serviceMode === 'sunset' &&
      section('new-videos', m.faq_sunset_question(), m.faq_sunset_answer(facts)),
    section('contents', m.faq_what_question(), m.faq_what_answer()),
    hasTrial(site) && section('trial', m.faq_trial_question(), m.faq_trial_answer({ days: site.trialDays })),
    section('confirmation', m.faq_confirmation_question(), m.faq_confirmation_answer()),
    section('price', m.faq_price_question(), m.faq_price_answer()),
    section('vat', m.faq_tax_question(), m.faq_tax_answer({ percent: site.vat.percent })),
    section('team', m.faq_team_question(), m.faq_team_answer()),
    section('locked', m.faq_watch_question(), m.faq_watch_answer()),
    section('progress', m.faq_progress_question(), m.faq_progress_answer()),
    section('captions', m.faq_captions_question(), m.faq_captions_answer()),
    section('download', m.faq_download_question(), m.faq_download_answer()),
    section('cancel', m.faq_cancel_question(), m.faq_cancel_answer()),
    section('refund', m.faq_refund_question(), m.faq_refund_answer(facts)),
    section('data', m.faq_data_question(), m.faq_data_answer()),
  ]
  return questions.filter((question) => question !== false)
}

export function termsSections(site: SiteFacts): TextSection[] {
  const facts = factsOf(site)
  return [
    section('service', m.terms_service_heading(), m.terms_service_text(facts)),
    section('account', m.terms_account_heading(), m.terms_account_text()),
    ...(hasTrial(site) ? [section('trial', m.terms_trial_heading(), m.terms_trial_text())] : []),
    section('price', m.terms_price_heading(), m.terms_price_text()),
    section('duration', m.terms_end_heading(), m.terms_end_text()),
    section('refund', m.terms_refund_heading(), m.terms_refund_text(facts)),
    section('coupons', m.terms_coupon_heading(), m.terms_coupon_text()),
    section('use', m.terms_use_heading(), m.terms_use_text()),
    section('availability', m.terms_availability_heading(), m.terms_availability_text()),
    section('liability', m.terms_liability_heading(), m.terms_liability_text()),
    section('closing', m.terms_closing_heading(), m.terms_closing_text(facts)),
    section('changes', m.terms_changes_heading(), m.terms_changes_text()),
    section('law', m.terms_law_heading(), m.terms_law_text(facts)),
  ]
}

export function privacySections(site: SiteFacts): TextSection[] {
  const facts = factsOf(site)
  return [
    section('controller', m.privacy_controller_heading(), m.privacy_controller_text(facts)),
    section('visit', m.privacy_visit_heading(), m.privacy_visit_text()),
    section('account', m.privacy_account_heading(), m.privacy_account_text()),
    section('viewing', m.privacy_viewing_heading(), m.privacy_viewing_text()),
    section('payment', m.privacy_payment_heading(), m.privacy_payment_text()),
    section('cookies', m.privacy_cookies_heading(), m.privacy_cookies_text()),
    section('recipients', m.privacy_recipients_heading(), m.privacy_recipients_text()),
    section('retention', m.privacy_retention_heading(), m.privacy_retention_text()),
    section('rights', m.privacy_rights_heading(), m.privacy_rights_text(facts)),
    section('duty', m.privacy_duty_heading(), m.privacy_duty_text()),
  ]
}

/** The German text stands beside the English one in every language of the site (product.md section 2). */
export function privacySectionsInGerman(site: SiteFacts): TextSection[] {
  const facts = factsOf(site)
  return [
    section('verantwortlich', m.privacy_de_controller_heading(), m.privacy_de_controller_text(facts)),
    section('besuch', m.privacy_de_visit_heading(), m.privacy_de_visit_text()),
    section('konto', m.privacy_de_account_heading(), m.privacy_de_account_text()),
    section('ansehen', m.privacy_de_viewing_heading(), m.privacy_de_viewing_text()),
    section('zahlung', m.privacy_de_payment_heading(), m.privacy_de_payment_text()),
    section('cookies-de', m.privacy_de_cookies_heading(), m.privacy_de_cookies_text()),
    section('empfaenger', m.privacy_de_recipients_heading(), m.privacy_de_recipients_text()),
    section('dauer', m.privacy_de_retention_heading(), m.privacy_de_retention_text()),
    section('rechte', m.privacy_de_rights_heading(), m.privacy_de_rights_text(facts)),
    section('pflicht', m.privacy_de_duty_heading(), m.privacy_de_duty_text()),
  ]
}

function section(id: string, heading: string, text: string): TextSection {
  return { id, heading, text }
}

function hasTrial({ serviceMode, trialDays }: SiteFacts): boolean {
  return serviceMode === 'open' && trialDays > 0
}

function factsOf({ productName, seller }: SiteFacts) {
  return { product: productName, seller: seller.name, email: seller.email }
}
