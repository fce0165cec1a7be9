import type { PeopleImport } from '#contract/desk/moving-in.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'

/** The cards of an import: who waits for the word that the old subscriptions have ended, and what became of the others. */
export function MovedCards({ of }: { of: PeopleImport }) {
  const { id, file, cards, firstCharge, oldEnded, cardsTaken, cardsLeft } = of
  const { ask, dialog } = useAdminChange(adminMovingInCalls.takeOverCards, {
    done: m.moving_in_taken_over,
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
                body: { id },
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
