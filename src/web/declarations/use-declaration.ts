import { useState } from 'react'
import type { Call, CallReply } from '#contract/call.ts'
import {
  checkDeclaration,
  type DeclarationFaults,
  type DeclarationForm,
} from '#domain/accounts/declaration.ts'
import { localDay } from '#domain/dates.ts'
import { CallProblem } from '#web/site/api.ts'
import { useSession } from '#web/site/site.ts'
import { faultSentences } from './fault-sentences.ts'

type Received = { readonly receivedAt: string }
type Sent = CallReply<Call> | CallProblem

/** A declaration from its first word to its receipt. */
export type DeclarationState<Form extends DeclarationForm> = {
  readonly form: Form
  readonly change: (change: Partial<Form>) => void
  /** Field to sentence. */
  readonly faults: Readonly<Record<string, string>>
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly step: 1 | 2 | 'received'
  readonly check: () => void
  readonly back: () => void
  readonly send: () => Promise<void>
  readonly received: Received | undefined
}

/** @param post sends the form, trimmed */
export function useDeclaration<Form extends DeclarationForm>(
  empty: Form,
  post: (form: Form) => Promise<Sent>,
): DeclarationState<Form> {
  const session = useSession()
  const known = session?.authenticated ? session.user : { name: '', email: '' }
  const [entered, setEntered] = useState<Partial<Form>>({})
  // who is signed in need not write what is known
  const form: Form = { ...empty, name: known.name, email: known.email, ...entered }
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<1 | 2>(1)
  const [received, setReceived] = useState<Received>()

  const check = () => {
    const found: DeclarationFaults = checkDeclaration(form, localDay(new Date()))
    setFaults(faultSentences(found))
    setRefusal(undefined)
    if (Object.keys(found).length === 0) setStep(2)
  }
  const send = async () => {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    const reply = await post(form)
    setBusy(false)
    if (!(reply instanceof CallProblem)) return setReceived(reply.body as Received)
    setFaults(reply.errors)
    if (Object.keys(reply.errors).length > 0) setStep(1)
    else setRefusal(reply.detail)
  }
  return {
    form,
    change: (change) => {
      setEntered({ ...entered, ...change })
      setFaults({})
    },
    faults,
    refusal,
    busy,
    step: received ? 'received' : step,
    check,
    back: () => setStep(1),
    send,
    received,
  }
}
