import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import type { SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import type { SetUpStep } from '#domain/set-up.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { MailForm } from './mail-form.tsx'
import { OpenSite } from './open-site.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PurchaseStep } from './purchase-step.tsx'
import { SellerForm } from './seller-form.tsx'
import { setUpQuery } from './set-up-query.ts'
import { Step } from './step.tsx'
import { TextsStep } from './texts-step.tsx'

/** What a new site needs, step by step, and which of it is done. */
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
      <Link to={to} className="link inline-block min-h-6">
        {children}
      </Link>
    </p>
  )
}
