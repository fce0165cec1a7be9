import { type ReactNode, useEffect } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** Shown after a form that sends a mail. In the demo it links to the mail; `children` help if it does not arrive. */
export function MessageSent({
  email,
  page,
  title,
  text,
  hint,
  loginLabel,
  children,
}: {
  email: string
  page: string
  title: string
  text: string
  hint: string
  loginLabel: string
  children?: ReactNode
}) {
  const { demo } = useConfig()
  useEffect(() => {
    // the form that had the focus was removed
    document.getElementById('main')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <NarrowPage page={page} title={title}>
      <p role="status" className="mt-4 text-[1.0625rem] break-words">
        {text}
      </p>
      <p className="mt-3 text-muted">{hint}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {demo ? (
          <Link to={href('demo')} className={buttonClass({ variant: 'primary' })}>
            {m.register_done_demo()}
          </Link>
        ) : null}
        <Link to={href('login')} state={{ email }} className={buttonClass()}>
          {loginLabel}
        </Link>
      </p>
      {children}
    </NarrowPage>
  )
}
