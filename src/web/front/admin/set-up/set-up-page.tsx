import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminSetUpCalls, type SetUpAtDesk, type TestPurchase } from '#contract/desk/set-up-calls.ts'
import type { SetUpStep } from '#domain/set-up.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { RowLink } from '#web/front/desk/desk-table.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { MailForm } from './mail-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import { SellerForm } from './seller-form.tsx'
import { setUpQuery } from './set-up-query.ts'
import { TextsStep } from './texts-step.tsx'

/** The set-up of a new site, step by step, and which steps are done. */
export function Component() {
  const read = useQuery(setUpQuery)
  return (
    <AdminPage title={m.set_up_page()}>
      <Loaded read={read}>
        {(data) => (
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
            <p className="max-w-[65ch]">{data.running ? m.set_up_running() : m.set_up_open()}</p>
            {data.steps.map((step) => (
              <Step
                key={step.name}
                title={about[step.name].title()}
                text={about[step.name].text()}
                step={step}
              >
                {about[step.name].content?.(data)}
              </Step>
            ))}
            {data.running ? <OpenSite steps={data.steps} /> : null}
          </div>
        )}
      </Loaded>
    </AdminPage>
  )
}

type About = {
  readonly title: () => string
  readonly text: () => string
  readonly content?: (setUp: SetUpAtDesk) => ReactNode
}

const about: Readonly<Record<SetUpStep, About>> = {
  look: {
    title: m.set_up_look,
    text: m.set_up_look_text,
    content: () => <Way to={deskHref('adminLook')}>{m.set_up_look_link()}</Way>,
  },
  seller: {
    title: m.set_up_seller,
    text: m.set_up_seller_text,
    content: (setUp) => <SellerForm setUp={setUp} />,
  },
  texts: {
    title: m.set_up_texts,
    text: m.set_up_texts_text,
    content: (setUp) => <TextsStep steps={setUp.steps} />,
  },
  mail: {
    title: m.set_up_mail,
    text: m.set_up_mail_text,
    content: (setUp) => <MailForm setUp={setUp} />,
  },
  payment: {
    title: m.set_up_payment,
    text: m.set_up_payment_text,
    content: (setUp) => <PaymentForm payment={setUp.payment} />,
  },
  film: {
    title: m.set_up_film,
    text: m.set_up_film_text,
    content: () => <Way to={deskHref('adminLibrary')}>{m.set_up_film_link()}</Way>,
  },
  prices: {
    title: m.set_up_prices,
    text: m.set_up_prices_text,
    content: () => <Way to={deskHref('adminPrices')}>{m.set_up_prices_link()}</Way>,
  },
  purchase: {
    title: m.set_up_purchase,
    text: m.set_up_purchase_text,
    content: (setUp) => <PurchaseStep {...setUp} />,
  },
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <RowLink to={to}>{children}</RowLink>
    </p>
  )
}

/** The last step: opens the site to its visitors, once the needed steps are done. */
function OpenSite({ steps }: Pick<SetUpAtDesk, 'steps'>) {
  const heading = useId()
  const { ask, dialog, busy } = useAdminChange(adminSetUpCalls.openSite, {
    done: m.set_up_opened,
  })
  const isReady = steps.every(({ needed, state }) => !needed || state === 'done')
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-3">
      <h2 id={heading}>{m.set_up_open_title()}</h2>
      <p className="max-w-[65ch]">{m.set_up_open_text()}</p>
      <Button
        variant="primary"
        busy={busy}
        disabled={!isReady}
        onClick={() => ask({ message: m.set_up_open_prompt(), body: {} })}
      >
        {m.set_up_open_button()}
      </Button>
      {dialog}
    </section>
  )
}

/** Buys something with a test card, and shows how it went. */
function PurchaseStep({ payment, purchase }: Pick<SetUpAtDesk, 'payment' | 'purchase'>) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSetUpCalls.testPurchase, {
    message: m.set_up_purchase_prompt(),
  })
  return (
    <>
      <div aria-live="polite" className="wrap-anywhere">
        {purchase ? <Outcome last={purchase} /> : null}
      </div>
      {payment.mode === 'test' ? (
        <div>
          <Button busy={busy} onClick={() => send({})}>
            {m.set_up_purchase_button()}
          </Button>
        </div>
      ) : (
        <p>{m.set_up_purchase_needs()}</p>
      )}
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}

function Outcome({ last: { number, grossCents, paid, reason } }: { last: TestPurchase }) {
  return paid ? (
    <p>{m.set_up_purchase_paid({ number, amount: priceText(grossCents) })}</p>
  ) : (
    <Alert>{m.set_up_purchase_refused({ number, reason })}</Alert>
  )
}

const states = { done: m.set_up_done, missing: m.set_up_missing, wrong: m.set_up_wrong }

type StepProps = {
  title: string
  text: string
  step: SetUpAtDesk['steps'][number]
  children?: ReactNode
}

/** A step: whether it is done, its purpose, and its form or the link to it. */
function Step({ title, text, step: { state, needed }, children }: StepProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={heading} className="text-base">
          {title}
        </h2>
        <p className={state === 'done' ? 'text-sm text-muted' : 'text-sm font-medium text-danger'}>
          {states[state]()}
          {needed && state !== 'done' ? <span className="caption"> ({m.set_up_needed()})</span> : null}
        </p>
      </div>
      <p className="max-w-[65ch]">{text}</p>
      {children}
    </section>
  )
}
