import { useState } from 'react'
import { href } from '#contract/pages.ts'
import { registers, saysClosing, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { safePath } from '#web/identity/accounts/after-sign-in.ts'
import { ConfirmationSent } from '#web/identity/accounts/confirmation-sent.tsx'
import { forgetLink, redeemPath, useVoucherCode } from '#web/identity/accounts/link-secret.ts'
import { CodeHostButton } from '#web/identity/code-host/code-host-button.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { Navigate, useSearchParams } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { RegisterForm, type Typed } from './register-form.tsx'

/** Registration, then a request to confirm the address. */
export function Component() {
  const { serviceMode, trialDays } = useConfig()
  const session = useSession()
  const [query] = useSearchParams()
  const coupon = useVoucherCode(query.get('coupon')?.trim() ?? '', { search: String(withoutCoupon(query)) })
  const next = coupon ? redeemPath : safePath(query.get('next'))
  const nextByMail = coupon ? undefined : next
  const [sentTo, setSentTo] = useState<string>()
  const [typed, setTyped] = useState<Typed>()
  const onRegistered = (email: string, entered: Typed) => {
    if (coupon) forgetLink()
    setTyped(entered)
    setSentTo(email)
  }
  if (session?.authenticated) return <Navigate to={next ?? href('content')} replace />
  if (sentTo !== undefined)
    return (
      <ConfirmationSent
        email={sentTo}
        page={m.register_page()}
        next={nextByMail}
        onWrongAddress={() => setSentTo(undefined)}
      />
    )
  return (
    <NarrowPage page={m.register_page()} title={m.register_title()}>
      {sells(serviceMode) && trialDays > 0 ? (
        <p className="mt-2 text-muted">{m.register_trial({ days: trialDays })}</p>
      ) : null}
      {saysClosing(serviceMode) ? <p className="mt-2 text-muted">{m.service_closing()}</p> : null}
      {registers(serviceMode) ? null : <p className="mt-2 text-muted">{m.register_paused()}</p>}
      <RegisterForm coupon={coupon} typed={typed} next={nextByMail} onRegistered={onRegistered} />
      <CodeHostButton next={next} className="mt-3 w-full" />
      <p className="mt-8 border-t border-line pt-5 text-sm text-muted">
        {m.register_login_question()}{' '}
        <Link to={href('login', {}, { next })} className="link">
          {m.register_login_link()}
        </Link>
      </p>
    </NarrowPage>
  )
}

function withoutCoupon(query: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(query)
  left.delete('coupon')
  return left
}
