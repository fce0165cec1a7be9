import type { FailedEvent, OpenCharge } from '#contract/admin/admin-payment-calls.ts'
import { adminPaymentCalls } from '#contract/admin/admin-payment-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/** Asks the provider again about a charge, or cancels it there after a dialog that names it. */
export function ChargeActs({ id, of, cents, mayGiveUp }: OpenCharge) {
  const named = { name: of?.name ?? m.money_account_deleted(), amount: priceText(cents) }
  const asking = useDeskChange(adminPaymentCalls.askAboutCharge, {
    message: m.open_ask_prompt(named),
    done: m.open_asked_again,
  })
  const prompt = useAdminChange(adminPaymentCalls.giveUpCharge, {
    done: m.open_given_up,
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        busy={asking.busy}
        aria-label={m.open_ask_of(named)}
        onClick={() => {
          asking.send({ id })
        }}
      >
        {m.open_ask()}
      </Button>
      {mayGiveUp ? (
        <Button
          aria-label={m.open_give_up_of(named)}
          onClick={() =>
            prompt.ask({
              message: m.open_give_up_prompt(named),
              body: { id },
            })
          }
        >
          {m.open_give_up()}
        </Button>
      ) : null}
      {asking.refusal ? <Alert>{asking.refusal}</Alert> : null}
      {asking.dialog}
      {prompt.dialog}
    </div>
  )
}

/** Has a message of a provider worked through again. */
export function EventAct({ id, type }: FailedEvent) {
  const { send, busy, refusal, dialog } = useDeskChange(adminPaymentCalls.repeatEvent, {
    message: m.open_event_prompt(),
    done: m.open_event_repeated,
  })
  return (
    <>
      <Button busy={busy} aria-label={m.open_event_again_of({ type })} onClick={() => send({ id })}>
        {m.open_event_again()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}
