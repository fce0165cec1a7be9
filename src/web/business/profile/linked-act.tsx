import type { FormEvent, ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/** The page of a mailed link whose act needs a button, because mail scanners follow links. `done`: what is shown afterwards. */
export function LinkedAct({
  title,
  lead,
  button,
  token,
  act,
  done,
}: {
  title: string
  lead: string
  button: string
  token: string
  act: {
    readonly busy: boolean
    readonly refusal: string | undefined
    readonly submit: (event: FormEvent) => void
  }
  done: ReactNode
}) {
  const { busy, refusal, submit } = act
  return (
    <div className="mx-auto max-w-xl py-4 sm:py-8">
      <h1>{title}</h1>
      {done ? (
        <section role="status" className="card mt-6 grid gap-5 p-5 sm:p-7">
          {done}
        </section>
      ) : (
        <form noValidate className="card mt-6 grid gap-5 p-5 sm:p-7" onSubmit={submit}>
          <p>{token === '' ? m.linked_act_no_link() : lead}</p>
          {refusal ? <Alert>{refusal}</Alert> : null}
          {token === '' ? null : (
            <Button type="submit" variant="primary" size="large" busy={busy}>
              {button}
            </Button>
          )}
        </form>
      )}
    </div>
  )
}
