import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminSetUpCalls, type SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { RowLink } from '#web/front/desk/desk-table.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

const texts = [
  { page: 'imprint', name: m.set_up_imprint },
  { page: 'termsAndConditions', name: m.set_up_terms },
  { page: 'privacyPolicy', name: m.set_up_privacy },
] as const

/** The legal texts as visitors read them, and the note that they were checked. */
export function TextsStep({ steps }: Pick<SetUpAtDesk, 'steps'>) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSetUpCalls.checkTexts, {
    message: m.set_up_texts_prompt(),
  })
  const state = steps.find(({ name }) => name === 'texts')?.state
  return (
    <>
      <ul className="flex flex-wrap gap-4">
        {texts.map(({ page, name }) => (
          <li key={page}>
            <RowLink to={href(page)}>{name()}</RowLink>
          </li>
        ))}
        <li>
          <RowLink to={deskHref('adminWords')}>{m.set_up_texts_link()}</RowLink>
        </li>
      </ul>
      {state === 'wrong' ? <p>{m.set_up_texts_changed()}</p> : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      {state === 'done' ? null : (
        <div>
          <Button busy={busy} onClick={() => send({})}>
            {m.set_up_texts_checked()}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
