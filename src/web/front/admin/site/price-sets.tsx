import { useState } from 'react'
import type { DeskPrices, PricesShown } from '#contract/desk/price-calls.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { askDraft, useSavePrices } from './price-queries.ts'

type PriceSet = PricesShown['sets'][number]

const order = { now: 0, planned: 1, other: 2 }

/** What is on sale and what is planned, which can be withdrawn. */
export function PriceSets({ prices }: { prices: DeskPrices }) {
  const [fault, setFault] = useState<string>()
  const { start, dialog } = useSavePrices()
  const { shown, text, byEnvironment } = prices
  const sets = shown.sets.toSorted(
    (one, other) => order[one.state] - order[other.state] || (one.from ?? '').localeCompare(other.from ?? ''),
  )
  const withdraw = async (name: string) => {
    setFault(undefined)
    const draft = await askDraft({ text, withdraw: name }).catch((error: unknown) => String(error))
    if (typeof draft === 'string') setFault(draft)
    else if (!draft.shown) setFault(draft.mistakes.map(({ sentence }) => sentence).join('\n'))
    else start(prices, draft.text, m.prices_withdraw_prompt({ name }))
  }
  return (
    <>
      <DeskTable
        label={m.prices_sets()}
        columns={[
          { title: m.prices_name(), of: ({ name }) => name },
          { title: m.prices_state(), of: ({ state }) => stateText[state]() },
          {
            title: m.prices_from(),
            look: 'digits',
            of: ({ from }) => (from === null ? '–' : fromText(from)),
          },
          {
            title: m.prices_base(),
            look: 'amount',
            of: ({ plan }) => priceText(plan.basePriceCents),
          },
          {
            title: m.prices_withdraw(),
            titleHidden: true,
            of: ({ name, state }) =>
              state === 'planned' && byEnvironment === null ? (
                <Button
                  aria-label={m.prices_withdraw_one({ name })}
                  onClick={() => {
                    withdraw(name)
                  }}
                >
                  {m.prices_withdraw()}
                </Button>
              ) : null,
          },
        ]}
        rows={sets}
        keyOf={({ name }) => name}
      />
      {fault === undefined ? null : <Alert>{fault}</Alert>}
      {dialog}
    </>
  )
}

const stateText: Readonly<Record<PriceSet['state'], () => string>> = {
  now: m.prices_now,
  planned: m.prices_planned,
  other: m.prices_other,
}

/** `2027-03-01 09:00` in words. */
function fromText(from: string): string {
  const [day = '', time] = from.split(' ')
  const words = formatDay(day, getLocale())
  return time === undefined ? words : `${words}, ${time}`
}
