import type { ReactNode } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink, linkPart, redeemPath, useVoucherCode } from '#web/identity/accounts/link-secret.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { call } from '#web/platform/site/api.ts'
import { useNavigate, useParams } from '#web/platform/site/router.tsx'
import { changeSession, renewSession, useSession } from '#web/platform/site/site.ts'
import { forgetPerson } from '#web/platform/site/tab-drafts.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/**
 * The page of a voucher's link. It does not look up the code: signed-out visitors see the same for each, and register
 * or log in with it. Redeeming takes a press of the button.
 */
export function Component() {
  const code = useVoucherCode(useParams().code ?? '')
  const session = useSession()
  if (session === undefined) return <UnknownSession />
  if (code === '')
    return (
      <Page>
        <p className="mt-4 text-muted">{m.redeem_no_code()}</p>
      </Page>
    )
  return (
    <Page>
      <p className="mt-2 text-muted">{m.redeem_lead()}</p>
      <p className="num mt-3 text-xl font-semibold break-all">{code}</p>
      {session.authenticated ? <Redeem code={code} session={session} /> : <SignedOut code={code} />}
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <NarrowPage page={m.redeem_page()} title={m.redeem_page()}>
      {children}
    </NarrowPage>
  )
}

function SignedOut({ code }: { code: string }) {
  return (
    <>
      <p className="mt-4 text-muted">{m.redeem_register()}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to={href('register', {}, { coupon: code })} className={buttonClass({ variant: 'primary' })}>
          {m.register_button()}
        </Link>
        <Link to={href('login', {}, { next: redeemPath })} className={buttonClass()}>
          {m.login_button()}
        </Link>
      </p>
    </>
  )
}

function Redeem({ code, session }: { code: string; session: SignedInSession }) {
  const navigate = useNavigate()
  const isTheirs = session.permissions.includes('subscription.manage')
  const redeem = useCall(() => call(billingCalls.redeemCoupon, { body: { couponCode: code } }), {
    fields: ['couponCode'],
    onDone: ({ body: { subscription, kept } }) => {
      forgetLink()
      changeSession((known) => ({ ...known, subscription }))
      notify(kept ? m.coupon_kept() : m.coupon_redeemed(), 'success')
      navigate(href('subscription'), { replace: true })
    },
  })
  const leave = useCall(() => call(sessionCalls.logout), {
    onDone: () => {
      forgetPerson(linkPart)
      return renewSession()
    },
  })
  const refusal = redeem.faults.couponCode ?? redeem.refusal ?? leave.refusal
  return (
    <div className="mt-4 grid gap-5">
      <p className="text-muted">
        {isTheirs
          ? m.redeem_account({ account: session.account.name })
          : m.redeem_not_owner({ email: session.user.email })}
      </p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {isTheirs ? (
          <Button variant="primary" busy={redeem.busy} onClick={() => redeem.send()}>
            {m.coupon_redeem()}
          </Button>
        ) : null}
        <Button busy={leave.busy} onClick={() => leave.send()}>
          {m.logout()}
        </Button>
      </div>
    </div>
  )
}
