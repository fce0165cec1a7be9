import { useId, useState } from 'react'
import type { DeskPrices } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { sellerPlace } from '#web/books/billing/billing-day.ts'
import { Form } from '#web/front/desk/fields/form.tsx'
import { MomentFields } from '#web/front/desk/fields/moment-fields.tsx'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { draftOf, type PriceDraft, typedSet } from './price-draft.ts'
import { PricePreview } from './price-preview.tsx'
import { askDraft, useDraft, useSavePrices } from './price-queries.ts'
import { PriceRows } from './price-rows.tsx'

/** New prices for new customers, at once or from an hour on, with the pricing page as it will be. */
export function NewPrices({ prices }: { prices: DeskPrices }) {
  const heading = useId()
  const [draft, setDraft] = useState<PriceDraft>(() => draftOf(prices))
  const [refusal, setRefusal] = useState<string>()
  const { start, dialog } = useSavePrices()
  const change = (changed: Partial<PriceDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const { asked, plan, faultOf, other } = useAnswer(prices, draft)
  const faults = { name: other, basePrice: faultOf('basePrice') }
  const text = textProps({ fields: draft, faults, change })
  const submit = async () => {
    setRefusal(undefined)
    // the answer shown may be about what was typed before
    const latest = await askDraft(asked).catch((error: unknown) => String(error))
    if (typeof latest === 'string') setRefusal(latest)
    else if (!latest.shown) setRefusal(m.prices_have_mistakes())
    else start(prices, latest.text, m.prices_new_prompt({ name: asked.add.name }))
  }
  return (
    <section aria-labelledby={heading} className="prices-new">
      <Form className="grid content-start gap-5" onSubmit={submit}>
        <h2 id={heading}>{m.prices_new()}</h2>
        <Field
          label={m.prices_name()}
          hint={m.prices_name_hint()}
          autoComplete="off"
          maxLength={40}
          {...text('name')}
        />
        <Field
          label={m.prices_base()}
          hint={m.prices_base_hint()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...text('basePrice')}
        />
        <PriceRows draft={draft} change={change} faultOf={faultOf} />
        <TiersField value={draft.tiers} onChange={(tiers) => change({ tiers })} />
        <MomentFields
          legend={m.prices_from()}
          names={{ day: m.prices_day(), time: m.prices_time() }}
          hint={m.prices_from_hint({ place: sellerPlace() })}
          className="prices-moment"
          value={draft}
          error={faultOf('from') ?? faultOf('before')}
          onChange={change}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" className="justify-self-start">
          {m.prices_put_on_sale()}
        </Button>
        {dialog}
      </Form>
      <PricePreview plan={plan} />
    </section>
  )
}

type TiersFieldProps = { value: PriceDraft['tiers']; onChange: (tiers: PriceDraft['tiers']) => void }

function TiersField({ value, onChange }: TiersFieldProps) {
  return (
    <SelectField
      label={m.prices_tiers()}
      value={value}
      choices={[
        { value: 'volume', text: m.prices_volume() },
        { value: 'graduated', text: m.prices_graduated() },
      ]}
      onChange={(tiers) => onChange(tiers === 'graduated' ? 'graduated' : 'volume')}
    />
  )
}

/** The server's answer to unsaved prices: their plan, and mistakes by field; `other`: the first of no field. */
function useAnswer(prices: DeskPrices, draft: PriceDraft) {
  const asked = { text: prices.text, add: typedSet(draft) }
  const answer = useDraft(asked)
  const fields = ['basePrice', 'users', 'intervals', 'from', 'before']
  return {
    asked,
    plan: answer?.shown?.sets.find(({ name }) => name === asked.add.name)?.plan,
    faultOf: (field: string) => answer?.mistakes.find(({ path }) => path[1] === field)?.sentence,
    other: answer?.mistakes.find(({ path }) => !fields.includes(path[1] ?? ''))?.sentence,
  }
}
