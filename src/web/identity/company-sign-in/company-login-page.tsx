import { useState } from 'react'
import type { companyCalls } from '#contract/accounts/company-calls.ts'
import { href } from '#contract/pages.ts'
import { isEmail } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import { safePath } from '#web/identity/accounts/after-sign-in.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { Navigate, useSearchParams } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { CompanyProblem } from './company-problem.tsx'

/** Asks for the work email, whose domain names the company, and goes on to its provider. */
export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const next = safePath(search.get('next'))
  if (session?.authenticated) return <Navigate to={next ?? href('content')} replace />
  return (
    <NarrowPage page={m.company_login_page()} title={m.company_login_title()}>
      <p className="mt-2 text-muted">{m.company_login_text()}</p>
      <div className="mt-6 grid gap-5">
        <CompanyProblem />
        <EmailForm next={next} />
      </div>
      <p className="mt-8 border-t border-line pt-5 text-sm">
        <Link to={href('login', {}, { next })} className="link">
          {m.company_login_password()}
        </Link>
      </p>
    </NarrowPage>
  )
}

const start: typeof companyCalls.startCompanySignIn.path = '/auth/company/login'

function EmailForm({ next }: { next: string | undefined }) {
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const goOn = () => {
    const found = faultOf(email.trim())
    setFault(found)
    // a document of its own: the server redirects from there
    if (!found)
      location.assign(`${start}?${new URLSearchParams({ email: email.trim(), ...(next && { next }) })}`)
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <Field
        label={m.company_login_email()}
        type="email"
        autoComplete="username"
        autoFocus
        error={fault}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large">
        {m.company_login_button()}
      </Button>
    </form>
  )
}

function faultOf(email: string): string | undefined {
  if (email === '') return m.field_email_missing()
  return isEmail(email) ? undefined : m.field_email_invalid()
}
