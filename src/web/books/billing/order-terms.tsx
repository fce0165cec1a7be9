import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'

/** Links to the terms of an order. They open in a new tab, so that no input is lost. */
export function OrderTerms() {
  const page = (to: string, text: string) => (
    <a href={to} target="_blank" rel="noopener" className="link">
      {text}
    </a>
  )
  return (
    <p className="text-[0.8125rem] text-muted">
      <RichSentence
        sentence={m.wizard_order_terms}
        parts={{
          terms: page(href('termsAndConditions'), m.wizard_order_terms_link()),
          withdrawal: page(`${href('termsAndConditions')}#refund`, m.wizard_order_withdrawal_link()),
        }}
      />
    </p>
  )
}
