import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { takeAccount } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import type { StepProps } from './draft.ts'
import { FormStep } from './step-frame.tsx'
import { stepHref } from './steps.ts'

/** Step 2: the invoice address. */
export function AddressStep({ session: { account }, draft, change }: StepProps) {
  const address = draft.address ?? account.billingAddress ?? ''
  const { busy, refusal, faults, send, forgetFaults } = useSaveAddress(account.billingAddress, () =>
    change({ address: undefined }),
  )

  return (
    <FormStep
      step={2}
      lead={m.wizard_address_lead()}
      busy={busy}
      refusal={refusal}
      onSubmit={() => send(address)}
    >
      <TextArea
        label={m.wizard_address()}
        hint={m.wizard_address_hint()}
        error={faults.address}
        maxLength={1000}
        autoComplete="billing street-address"
        value={address}
        onChange={(event) => {
          change({ address: event.target.value })
          forgetFaults()
        }}
      />
    </FormStep>
  )
}

/** Saves the address if it changed, and goes to the next step. */
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
