import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PlainSections } from './plain-sections.tsx'
import { loadText } from './site-text.ts'
import { TextPage } from './text-page.tsx'

export const prepare = () => loadText('about')

/** The author: a freelance developer and trainer (product.md section 1). */
export function Component() {
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
        </>
      )}
    </TextPage>
  )
}
