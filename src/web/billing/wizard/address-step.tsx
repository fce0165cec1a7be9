import { useId } from 'react'
import { useNavigate } from 'react-router'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { takeAccount } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import type { StepProps } from './draft.ts'
import { FormStep } from './step-frame.tsx'
import { stepHref } from './steps.ts'

/** Step 2: to whom invoices are addressed. */
export function AddressStep({ session: { account }, draft, change }: StepProps) {
  const id = useId()
  const address = draft.address ?? account.billingAddress ?? ''
  const { busy, refusal, faults, send, forgetFaults } = useSaveAddress(account.billingAddress, () =>
    change({ address: undefined }),
  )
  const fault = faults.address

  return (
    <FormStep
      step={2}
      lead={m.wizard_address_lead()}
      busy={busy}
      refusal={refusal}
      onSubmit={() => send(address)}
    >
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {m.wizard_address()}
        </label>
        <textarea
          id={id}
          rows={4}
          maxLength={1000}
          className="input"
          autoComplete="billing street-address"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-hint ${id}-error` : `${id}-hint`}
          value={address}
          onChange={(event) => {
            change({ address: event.target.value })
            forgetFaults()
          }}
        />
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {m.wizard_address_hint()}
        </p>
        {fault ? (
          <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-danger">
            {fault}
          </p>
        ) : null}
      </div>
    </FormStep>
  )
}

/** Saves the address where it is another one, and goes to the next step. */
function useSaveAddress(stored: string | undefined, onSaved: () => void) {
  const navigate = useNavigate()
  return useCall(
    async (address: string) =>
      address === stored ? undefined : call(accountCalls.changeBillingAddress, { body: { address } }),
    {
      check: (address) => ({
        address: address.trim() === '' ? m.field_billing_address_missing() : undefined,
      }),
      fields: ['address'],
      onDone: (reply) => {
        if (reply) {
          takeAccount(reply.body.account)
          onSaved()
        }
        navigate(stepHref(3))
      },
    },
  )
}
