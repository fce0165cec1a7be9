import type { PeopleImport } from '#contract/desk/moving-in.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/** The cards of an import: who waits for the word that the old subscriptions have ended, and what became of the others. */
export function MovedCards({ of }: { of: PeopleImport }) {
  const { id, file, cards, firstCharge, oldEnded, cardsTaken, cardsLeft } = of
  const { ask, dialog } = usePasswordPrompt()
  const takeOver = useAdminChange(adminMovingInCalls.takeOverCards, {
    onDone: () => notify(m.moving_in_taken_over(), 'success'),
  })
  const isAsked = cards > 0 && !oldEnded
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3>{m.moving_in_cards({ file })}</h3>
      <ul className="grid max-w-[65ch] gap-1 text-sm">
        {isAsked ? <li>{m.moving_in_cards_wait({ count: cards })}</li> : null}
        {isAsked && firstCharge ? <li>{m.moving_in_cards_first({ day: adminTime(firstCharge) })}</li> : null}
        {cardsTaken > 0 ? <li>{m.moving_in_cards_taken({ count: cardsTaken })}</li> : null}
        {cardsLeft > 0 ? <li>{m.moving_in_cards_left({ count: cardsLeft })}</li> : null}
      </ul>
      {isAsked ? (
        <div>
          <Button
            onClick={() =>
              ask({
                message: m.moving_in_prompt_take_over(),
                ...takeOver((password) => ({ body: { id, password } })),
              })
            }
          >
            {m.moving_in_take_over()}
          </Button>
        </div>
      ) : null}
      {dialog}
    </section>
  )
}
