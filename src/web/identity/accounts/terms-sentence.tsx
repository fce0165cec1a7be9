import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/platform/ui/link.tsx'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'

/** The terms accepted by registering. Its links keep the form's input. */
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
