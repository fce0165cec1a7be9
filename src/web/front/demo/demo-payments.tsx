import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { SandboxFault } from '#contract/billing/billing.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { TestNumbers } from '#web/books/cards/test-numbers.tsx'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Choices } from '#web/platform/ui/choices.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { demoFaultQuery } from './demo-queries.ts'
import { Panel } from './panel.tsx'

type Fault = z.output<typeof SandboxFault>['fault']

/** Each fault with its name and effect. */
const faults: readonly (readonly [Fault, () => string, () => string])[] = [
  ['none', m.demo_fault_none, m.demo_fault_none_hint],
  ['decline', m.demo_fault_decline, m.demo_fault_decline_hint],
  ['hang', m.demo_fault_hang, m.demo_fault_hang_hint],
  ['charge-then-hang', m.demo_fault_charge_then_hang, m.demo_fault_charge_then_hang_hint],
  ['duplicate', m.demo_fault_duplicate, m.demo_fault_duplicate_hint],
  ['reorder', m.demo_fault_reorder, m.demo_fault_reorder_hint],
]

/** The sandbox: its test cards, and the faults that can be simulated for a charge. */
export function DemoPayments() {
  const client = useQueryClient()
  const { data: fault } = useQuery(demoFaultQuery)

  const { send } = useCall((chosen: Fault) => call(billingCalls.sandboxFault, { body: { fault: chosen } }), {
    onDone: async () => {
      await client.invalidateQueries({ queryKey: demoFaultQuery.queryKey })
      notify(m.demo_fault_changed(), 'success')
    },
    onRefused: ({ detail }) => notify(detail, 'error'),
  })

  return (
    <Panel title={m.demo_payments()} lead={m.demo_payments_lead()}>
      <div className="grid gap-5 border-t border-line px-5 pt-4 pb-5">
        <TestNumbers onChosen={copy} />
        <Choices<Fault | ''>
          label={m.demo_fault()}
          stacked
          value={fault ?? ''}
          onChange={(chosen) => chosen && send(chosen)}
          choices={faults.map(([value, name, hint]) => ({
            value,
            label: (
              <>
                <span className="block font-medium">{name()}</span>
                <span className="block text-[0.8125rem] leading-snug text-muted">{hint()}</span>
              </>
            ),
          }))}
        />
      </div>
    </Panel>
  )
}

async function copy(number: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(number).then(
    () => true,
    () => false,
  )
  notify(copied ? m.demo_card_copied() : m.demo_not_copied(), copied ? 'success' : 'error')
}
