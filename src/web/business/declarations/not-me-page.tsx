import { useState } from 'react'
import { declarationCalls } from '#contract/billing/declaration-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink, useLinkSecret } from '#web/identity/accounts/link-secret.ts'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

const parts = ['#'] as const

/** The page of a mailed link by which a contract's holder denies a cancellation. The button keeps mail scanners out. */
export function Component() {
  usePageTitle(m.not_me_page())
  // fragments do not reach server logs
  const { '#': token = '' } = useLinkSecret(parts)
  const [outcome, setOutcome] = useState<'restored' | 'subscribe-again'>()
  const { busy, refusal, submit } = useCall(
    () => call(declarationCalls.takeBackDeclaration, { body: { token } }),
    {
      onDone: ({ body }) => {
        forgetLink()
        setOutcome(body.outcome)
        return renewSession()
      },
    },
  )
  return (
    <div className="mx-auto max-w-xl py-4 sm:py-8">
      <h1>{titles[outcome ?? 'asked']()}</h1>
      {outcome === undefined ? (
        <form noValidate className="card mt-6 grid gap-5 p-5 sm:p-7" onSubmit={submit()}>
          <p>{token === '' ? m.not_me_no_link() : m.not_me_lead()}</p>
          {refusal ? <Alert>{refusal}</Alert> : null}
          {token === '' ? null : (
            <Button type="submit" variant="primary" size="large" busy={busy}>
              {m.not_me_button()}
            </Button>
          )}
        </form>
      ) : (
        <section role="status" className="card mt-6 grid gap-5 p-5 sm:p-7">
          <p>{outcome === 'restored' ? m.not_me_restored() : m.not_me_again()}</p>
          <Link
            to={outcome === 'restored' ? href('subscription') : href('subscribe', { step: '1' })}
            className={buttonClass({ variant: 'primary', size: 'large' })}
          >
            {outcome === 'restored' ? m.declaration_to_subscription() : m.not_me_subscribe()}
          </Link>
        </section>
      )}
    </div>
  )
}

const titles = {
  asked: m.not_me_title,
  restored: m.not_me_restored_title,
  'subscribe-again': m.not_me_again_title,
} as const
