import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/site/site.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { RunningText } from './running-text.tsx'
import { TextPage } from './text-page.tsx'

/** The author: a freelance developer and trainer (product.md section 1). */
export function Component() {
  const { seller, productName } = useConfig()
  return (
    <TextPage page={m.about_page()} title={m.about_title({ seller: seller.name })}>
      <p className="mt-1.5 text-muted">{m.about_role()}</p>
      <div className="mt-8 grid gap-4 text-[1.0625rem] leading-relaxed">
        <RunningText text={m.about_text({ seller: seller.name, product: productName })} />
        <RunningText text={m.about_contact({ email: seller.email })} />
      </div>
      <p className="mt-8">
        <Link to={href('content')} className={buttonClass({ variant: 'primary' })}>
          {m.landing_continue()}
        </Link>
      </p>
    </TextPage>
  )
}
