import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/platform/ui/link.tsx'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'

/** What somebody agrees to who registers, with links that leave the form as it is. */
export function TermsSentence() {
  return (
    <RichSentence
      sentence={m.register_terms}
      parts={{
        terms: (
          <Link to={href('termsAndConditions')} target="_blank" className="link">
            {m.register_terms_link()}
          </Link>
        ),
        privacy: (
          <Link to={href('privacyPolicy')} target="_blank" className="link">
            {m.register_privacy_link()}
          </Link>
        ),
      }}
    />
  )
}
