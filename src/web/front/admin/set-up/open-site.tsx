import { useId } from 'react'
import { adminSetUpCalls, type SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'

/** The last step: opens the site to its visitors, once the needed steps are done. */
export function OpenSite({ steps }: Pick<SetUpAtDesk, 'steps'>) {
  const heading = useId()
  const { ask, dialog, busy } = useAdminChange(adminSetUpCalls.openSite, {
    done: m.set_up_opened,
  })
  const isReady = steps.every(({ needed, state }) => !needed || state === 'done')
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-3">
      <h2 id={heading}>{m.set_up_open_title()}</h2>
      <p className="max-w-[65ch]">{m.set_up_open_text()}</p>
      <Button
        variant="primary"
        busy={busy}
        disabled={!isReady}
        onClick={() => ask({ message: m.set_up_open_prompt(), body: {} })}
      >
        {m.set_up_open_button()}
      </Button>
      {dialog}
    </section>
  )
}
