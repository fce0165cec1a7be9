import { href } from '#contract/pages.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { type Language, languages } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { addressIn, openIn } from '#web/platform/site/page-language.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { notifyRefusal } from '#web/platform/ui/notifications-store.ts'
import { OwnLink } from './own-link.tsx'

export function Footer() {
  const { productName, feedbackUrl, socialUrl, footer, social, shop } = useConfig()
  const links = [
    { to: href('imprint'), text: m.footer_imprint() },
    { to: href('pricing'), text: m.footer_pricing() },
    ...(shop ? [{ to: href('shop'), text: m.footer_shop() }] : []),
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
            {footer.map((link) => (
              <li key={link.to}>
                <OwnLink link={link} className="footer-link" />
              </li>
            ))}
            {social.map(({ name, url }) => (
              <OutsideLink key={url} to={url} text={name} rel="me noopener" />
            ))}
            {feedbackUrl ? <OutsideLink to={feedbackUrl} text={m.footer_feedback()} /> : null}
            {socialUrl ? <OutsideLink to={socialUrl} text={m.footer_social()} /> : null}
          </ul>
        </nav>
        <LanguageSwitch />
        <p className="text-muted">{productName}</p>
      </div>
    </footer>
  )
}

/** Links to this page in each language. Following one remembers the language. */
function LanguageSwitch() {
  const location = useLocation()
  return (
    <nav aria-label={m.language_switch()}>
      <ul className="flex gap-x-4">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={addressIn(language, location)}
              lang={language}
              hrefLang={language}
              aria-current={language === getLocale() ? 'true' : undefined}
              className="footer-link aria-[current]:font-semibold aria-[current]:text-ink"
              onClick={(event) => {
                event.preventDefault()
                choose(language)
              }}
            >
              {nameOf[language]()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const nameOf = { en: m.language_en, de: m.language_de }

/** Stores the choice without the code of other writes, which every page would load with its footer. */
async function choose(language: Language): Promise<void> {
  const reply = await call(siteCalls.chooseLanguage, { body: { language } })
  if (reply instanceof CallProblem) notifyRefusal(reply)
  else openIn(language)
}

function OutsideLink({ to, text, rel = 'noopener' }: { to: string; text: string; rel?: string }) {
  return (
    <li>
      <a href={to} className="footer-link" rel={rel}>
        {text}
      </a>
    </li>
  )
}
