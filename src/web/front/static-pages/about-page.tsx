import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { PlainSections } from './plain-sections.tsx'
import { loadText } from './site-text.ts'
import { TextPage } from './text-page.tsx'

export const prepare = () => loadText('about')

/** The page about the author (product.md section 1). */
export function Component() {
  const { sourceUrl } = useConfig()
  return (
    <TextPage name="about">
      {(text) => (
        <>
          <PlainSections text={text} />
          <p className="mt-8">
            <Link to={href('content')} className={buttonClass({ variant: 'primary' })}>
              {m.landing_continue()}
            </Link>
          </p>
          <p className="mt-8 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <Link to={href('licences')} className="footer-link">
              {m.licences_page()}
            </Link>
            {sourceUrl ? (
              <a href={sourceUrl} rel="noopener" className="footer-link">
                {m.licences_source()}
              </a>
            ) : null}
          </p>
        </>
      )}
    </TextPage>
  )
}
