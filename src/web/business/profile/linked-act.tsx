import { type ReactNode, useState } from 'react'
import type { contactMoveCalls } from '#contract/accounts/contact-move-calls.ts'
import type { declarationCalls } from '#contract/billing/declaration-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink, useLinkSecret } from '#web/identity/accounts/link-secret.ts'
import { type CallArguments, call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

// fragments do not reach server logs
const parts = ['#'] as const

type LinkedCall =
  | typeof contactMoveCalls.objectToContactMove
  | typeof contactMoveCalls.proveContactMove
  | typeof declarationCalls.takeBackDeclaration

/** Returns the act of a mailed link, for `LinkedAct`; `done` is the reply once it was made. */
export function useLinkedAct<C extends LinkedCall>(of: C) {
  const { '#': token = '' } = useLinkSecret(parts)
  const [done, setDone] = useState<CallReply<C>['body']>()
  const { busy, refusal, submit } = useCall(
    () => call<C>(of, ...([{ body: { token } }] as unknown as CallArguments<C>)),
    {
      onDone: ({ body }) => {
        forgetLink()
        setDone(body)
        return renewSession()
      },
    },
  )
  return { token, done, busy, refusal, submit: submit() }
}

/** The page of a mailed link whose act needs a button, because mail scanners follow links. `done`: what is shown afterwards. */
export function LinkedAct({
  title,
  lead,
  button,
  act: { token, busy, refusal, submit },
  done,
}: {
  title: string
  lead: string
  button: string
  act: Omit<ReturnType<typeof useLinkedAct>, 'done'>
  done: ReactNode
}) {
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
