import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/site/site.ts'
import { Link } from '#web/ui/link.tsx'

export function Footer() {
  const { productName, feedbackUrl, socialUrl } = useConfig()
  const links = [
    { to: href('imprint'), text: m.footer_imprint() },
    { to: href('pricing'), text: m.footer_pricing() },
    { to: href('faq'), text: m.footer_faq() },
    { to: href('privacyPolicy'), text: m.footer_privacy() },
    { to: href('termsAndConditions'), text: m.footer_terms() },
    { to: href('about'), text: m.footer_about() },
    { to: href('cancelContract'), text: m.footer_cancel() },
    { to: href('withdrawContract'), text: m.footer_withdraw() },
  ]
  return (
    <footer className="mt-8 border-t border-line text-sm">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 sm:px-6">
        <nav aria-label={m.footer()}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className="footer-link">
                  {text}
                </Link>
              </li>
            ))}
            {feedbackUrl ? <OutsideLink to={feedbackUrl} text={m.footer_feedback()} /> : null}
            {socialUrl ? <OutsideLink to={socialUrl} text={m.footer_social()} /> : null}
          </ul>
        </nav>
        <p className="text-muted">{productName}</p>
      </div>
    </footer>
  )
}

function OutsideLink({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <a href={to} className="footer-link" rel="noopener">
        {text}
      </a>
    </li>
  )
}
