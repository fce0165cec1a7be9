import { useId, useState } from 'react'
import { adminPriceCalls, type DeskPrices, type Terms } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useFixedHint } from '#web/front/desk/use-fixed-hint.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

const fields: readonly {
  readonly term: keyof Terms
  readonly label: () => string
  readonly means: () => string
}[] = [
  { term: 'trialDays', label: m.prices_trial, means: m.prices_trial_means },
  { term: 'graceDays', label: m.prices_grace, means: m.prices_grace_means },
  { term: 'refundDays', label: m.prices_refund, means: m.prices_refund_means },
]

/** The days that go with the prices, and what they mean. Those that the environment decides cannot be changed. */
export function PriceTerms({ prices }: { prices: DeskPrices }) {
  const heading = useId()
  const fixedHint = useFixedHint()
  const { terms, fixedTerms, withdrawalDays } = prices
  const [draft, setDraft] = useState(() => typedOf(terms))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { save, dialog, busy } = useSaveTerms(setFaults)
  return (
    <section aria-labelledby={heading} className="grid max-w-[65ch] gap-3">
      <h2 id={heading}>{m.prices_terms()}</h2>
      <p>{m.prices_terms_hint()}</p>
      <Form aria-labelledby={heading} className="grid gap-4" onSubmit={() => save(draft, terms)}>
        {fields.map(({ term, label, means }) => {
          const isFixed = fixedTerms.includes(term)
          return (
            <Field
              key={term}
              label={label()}
              hint={isFixed ? `${means()} ${fixedHint}` : means()}
              error={faults[term]}
              value={draft[term]}
              readOnly={isFixed}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              onChange={({ target }) => setDraft({ ...draft, [term]: target.value })}
            />
          )
        })}
        <p className="caption">{m.prices_withdrawal_means({ days: withdrawalDays })}</p>
        {fixedTerms.length === fields.length ? null : (
          <div>
            <Button type="submit" busy={busy}>
              {m.prices_terms_save()}
            </Button>
          </div>
        )}
        {dialog}
      </Form>
    </section>
  )
}

type Typed = Readonly<Record<keyof Terms, string>>

function typedOf({ trialDays, graceDays, refundDays }: Terms): Typed {
  return { trialDays: `${trialDays}`, graceDays: `${graceDays}`, refundDays: `${refundDays}` }
}

/** Saves the terms once the password is given; `dialog` has to be rendered. */
function useSaveTerms(onFaults: (faults: Readonly<Record<string, string>>) => void) {
  const { ask, dialog, busy } = useAdminChange(adminPriceCalls.saveTerms, {
    done: m.prices_terms_saved,
    onDone: () => onFaults({}),
    onRefused: ({ errors }) => onFaults(errors),
  })
  const save = (terms: Typed, shown: Terms) =>
    ask({ message: m.prices_terms_prompt(), body: { terms, shown } })
  return { save, dialog, busy }
}
