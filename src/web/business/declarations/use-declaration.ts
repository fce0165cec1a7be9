import { useState } from 'react'
import {
  checkDeclaration,
  type DeclarationFault,
  type DeclarationFaults,
  type DeclarationForm,
} from '#domain/accounts/declaration.ts'
import { m } from '#messages/generated/messages.js'
import type { CallProblem } from '#web/platform/site/api.ts'
import { useSession } from '#web/platform/site/site.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { type Attempt, type Faults, useCall } from '#web/platform/site/use-call.ts'

type Received = { readonly receivedAt: string }

/** The state of a declaration, from input to receipt. */
export type DeclarationState<Form extends DeclarationForm> = {
  readonly form: Form
  readonly change: (change: Partial<Form>) => void
  /** Messages by field. */
  readonly faults: Faults
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly step: 1 | 2 | 'received'
  readonly check: () => void
  readonly back: () => void
  readonly send: () => Promise<void>
  readonly received: Received | undefined
}

/** @param make sends the form, trimmed, as for `useCall` */
export function useDeclaration<Form extends DeclarationForm>(
  empty: Form,
  make: (form: Form, attempt: Attempt) => Promise<{ body: Received } | CallProblem>,
): DeclarationState<Form> {
  const session = useSession()
  const known = session?.authenticated ? session.user : { name: '', email: '' }
  const [entered, setEntered] = useState<Partial<Form>>({})
  // known values are filled in: from the signed-in user, or from the order
  const form: Form = {
    ...empty,
    name: known.name || empty.name,
    email: known.email || empty.email,
    ...entered,
  }
  const [step, setStep] = useState<1 | 2>(1)
  const [received, setReceived] = useState<Received>()

  const [found, setFound] = useState<Faults>({})
  const call = useCall(make, {
    fields: Object.keys(empty),
    onDone: ({ body }) => setReceived(body),
    onRefused: ({ errors }) => {
      setFound(errors)
      if (Object.keys(errors).length > 0) setStep(1)
    },
  })

  const check = () => {
    const faults: DeclarationFaults = checkDeclaration(form, siteToday())
    setFound(sentencesOf(faults))
    call.forget()
    if (Object.keys(faults).length === 0) setStep(2)
  }
  return {
    form,
    change: (change) => {
      setEntered({ ...entered, ...change })
      setFound({})
    },
    faults: found,
    refusal: call.refusal,
    busy: call.busy,
    step: received ? 'received' : step,
    check,
    back: () => setStep(1),
    send: async () => {
      await call.send(form)
    },
    received,
  }
}

function sentencesOf(faults: DeclarationFaults): Faults {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, sentences[fault]()]))
}

const sentences: Record<DeclarationFault, () => string> = {
  'name-missing': m.field_name_missing,
  'email-missing': m.field_email_missing,
  'email-invalid': m.field_email_invalid,
  'reason-missing': m.field_reason_missing,
  'day-invalid': m.field_day_invalid,
  'day-past': m.field_day_past,
}
