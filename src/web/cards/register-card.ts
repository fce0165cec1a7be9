import { useRef, useState } from 'react'

/** What became of a step: `done` is the id of the set-up intent, `refusal` the sentence for the card holder, if one is to be added. */
export type Registered = { readonly done: string } | { readonly refusal: string | undefined }

export type CardRegistration = {
  /** Stores the card by what the provider's form does, then does what the card is for. */
  readonly submit: (register: () => Promise<Registered>) => Promise<void>
  /** Until all of it is over. */
  readonly busy: boolean
  readonly refusal: string | undefined
}

/** The storing of a card, once at a time. */
export function useRegisterCard(
  onRegistered: (setupIntentId: string) => Promise<string | undefined>,
): CardRegistration {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const underWay = useRef(false)

  const submit = async (register: () => Promise<Registered>) => {
    // state is a render late: two quick clicks would store two cards
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setRefusal(undefined)
    const registered = await register()
    setRefusal('done' in registered ? await onRegistered(registered.done) : registered.refusal)
    underWay.current = false
    setBusy(false)
  }
  return { submit, busy, refusal }
}
