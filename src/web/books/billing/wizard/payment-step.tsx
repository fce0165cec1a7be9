import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { offersNaming } from '#web/books/billing/billing-queries.ts'
import { CardForm } from '#web/books/cards/card-form.tsx'
import { cardProvider } from '#web/books/cards/card-provider.ts'
import { StoredCard } from '#web/books/cards/stored-card.tsx'
import { useNavigate } from '#web/platform/site/router.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { cardName, type StepProps } from './draft.ts'
import { StepButtons, StepFrame } from './step-frame.tsx'
import { stepHref } from './steps.ts'

/** Step 4: the card, stored with the payment provider. A declined one leads back here with the reason. */
export function PaymentStep({
  session: { subscription },
  draft,
  change,
  refusal,
  onEntered,
}: StepProps & { refusal: string | undefined; onEntered: () => void }) {
  const provider = cardProvider(useConfig(), subscription?.paymentProvider)
  const known = draft.setupIntent !== undefined || subscription?.card !== undefined
  const [another, setAnother] = useState(false)
  const navigate = useNavigate()
  const { setupIntent } = draft
  const { data } = useQuery({
    ...offersNaming(provider && setupIntent ? { paymentProvider: provider, setupIntent } : undefined),
    enabled: setupIntent !== undefined,
  })
  const asksForCard = !known || another || refusal !== undefined

  if (!provider)
    return (
      <StepFrame step={4} refusal={m.wizard_no_provider()} footer={<StepButtons step={4} />}>
        {null}
      </StepFrame>
    )
  if (!asksForCard)
    return (
      <StepFrame
        step={4}
        footer={
          <StepButtons step={4}>
            <Link to={stepHref(5)} className={buttonClass({ variant: 'primary', size: 'large' })}>
              {m.wizard_next()}
            </Link>
          </StepButtons>
        }
      >
        <StoredCard anotherLabel={m.wizard_another_card()} onAnother={() => setAnother(true)}>
          {cardName(draft, { card: subscription?.card, stored: data?.card })}
        </StoredCard>
      </StepFrame>
    )
  return (
    <StepFrame step={4} lead={m.wizard_payment_lead()} footer={<StepButtons step={4} />}>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <CardForm
        provider={provider}
        submitLabel={m.wizard_store_card()}
        onRegistered={async (setupIntent) => {
          change({ setupIntent })
          onEntered()
          navigate(stepHref(5))
          return undefined
        }}
      />
    </StepFrame>
  )
}
