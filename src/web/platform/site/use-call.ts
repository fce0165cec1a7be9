import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from './api.ts'
import { signInAgain } from './ended-session.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

/** Field to sentence. */
export type Faults = Readonly<Record<string, string | undefined>>

/** Why something was not done that the server did not refuse, or not in words for this screen. */
export class Refusal {
  /** Undefined where the sentences at the fields say it all. */
  readonly detail: string | undefined
  readonly errors: Faults

  constructor(detail: string | undefined, errors: Faults = {}) {
    this.detail = detail
    this.errors = errors
  }
}

/** What a request is made with. */
export type Attempt = {
  /** The key of a body: the same for each try with it, another once it was done or has changed (decision 21). */
  readonly keyOf: (body: unknown) => string
  /** Aborted when the screen is left. For what may be given up, such as a price: a write may have been done already. */
  readonly signal: AbortSignal
}

export type Replied<Made> = Exclude<Made, CallProblem | Refusal>
type Refused<Made> = Extract<Made, CallProblem | Refusal>

export type CallOptions<Input, Made> = {
  /** What is wrong with the input, as one sentence or by field. Nothing is sent then. */
  readonly check?: (input: Input) => string | Faults | undefined
  /** What is said before anything was sent: why the form is here again. */
  readonly saidBefore?: string | undefined
  /** Fields that show the server's errors. `refusal` is for all other errors. */
  readonly fields?: readonly string[]
  /** What is said of a problem, where it is not the server's own sentence. */
  readonly sentenceOf?: (problem: CallProblem) => string | undefined
  /** What follows a reply; busy until it is over, also when the screen was left. A refusal that it returns is shown. */
  readonly onDone?: (reply: Replied<Made>, input: Input) => unknown
  readonly onRefused?: (refused: Refused<Made>, input: Input) => unknown
  /** Somebody else was quicker (`version-conflict`): reads their change, and returns the sentence about it. */
  readonly onConflict?: () => Promise<string>
}

/** A form or a button that makes a call. */
export type CallState<Input, Reply> = {
  readonly busy: boolean
  /** What is on its way. */
  readonly sending: Input | undefined
  /** The server's refusal, for callers that need its code. */
  readonly problem: CallProblem | undefined
  /** The sentence to show beside the button. */
  readonly refusal: string | undefined
  /** The sentences to show at the fields. */
  readonly faults: Faults
  /** Sends it, unless something is on its way already. Answers the reply; undefined when it was not done. */
  readonly send: (input: Input) => Promise<Reply | undefined>
  /** The same as the handler of a form, whose first field that is refused gets the focus. */
  readonly submit: (input: Input) => (event: FormEvent) => void
  readonly forget: () => void
  /** For changed input: clears the errors of fields; a refusal of the whole call stays. */
  readonly forgetFaults: () => void
}

/**
 * Every write of the screens: `useCall((name: string) => call(accountCalls.changeName, {body: {name}}), {onDone})`.
 * Once at a time, and with all that a form has to say about it. Refused because its person was signed out, it waits for them to
 * sign in again and is made once more. `make` may make several calls; it answers a reply,
 * the problem of a call, or a `Refusal` of its own.
 */
export function useCall<Input = void, Made = unknown>(
  make: (input: Input, attempt: Attempt) => Promise<Made>,
  options: CallOptions<Input, Made> = {},
): CallState<Input, Replied<Made>> {
  const [refused, setRefused] = useState<CallProblem | Refusal | undefined>(() =>
    refusalOf(options.saidBefore),
  )
  const [sending, setSending] = useState<{ readonly input: Input }>()
  const keyOf = useRef(newIdempotencyKey())
  const underWay = useRef(false)
  const abortOnLeaving = useRef<AbortController>(undefined)
  useEffect(() => () => abortOnLeaving.current?.abort(), [])
  const form = useRef<Element>(null)
  useEffect(() => {
    if (refused && Object.keys(refused.errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  // callers that kept `send` from an earlier render get the current call
  const latest = useRef({ make, options })
  useEffect(() => {
    latest.current = { make, options }
  })

  const attempt = async (input: Input): Promise<Replied<Made>> => {
    const { make, options } = latest.current
    const controller = new AbortController()
    abortOnLeaving.current = controller
    const attempt = { keyOf: keyOf.current, signal: controller.signal }
    let made = await make(input, attempt)
    // once more for the same person, who has signed in again meanwhile
    if (made instanceof CallProblem && made.code === 'login-required' && (await signInAgain()))
      made = await make(input, attempt)
    if (isRefused(made)) throw await followedUp(made as Refused<Made>, input, options)
    // the same once more is meant as another
    keyOf.current = newIdempotencyKey()
    const outcome = await options.onDone?.(made as Replied<Made>, input)
    if (isRefused(outcome)) throw outcome
    return made as Replied<Made>
  }

  const send = async (input: Input) => {
    // state is a render late: two quick clicks would send twice
    if (underWay.current) return undefined
    const wrong = refusalOf(latest.current.options.check?.(input))
    setRefused(wrong)
    if (wrong) return undefined
    underWay.current = true
    setSending({ input })
    try {
      return await attempt(input)
    } catch (thrown) {
      setRefused(shownOf(thrown))
      return failLoudly(thrown)
    } finally {
      underWay.current = false
      // passwords and codes are not kept
      setSending(undefined)
    }
  }
  const forget = () => setRefused(undefined)

  const faults = refused?.errors ?? {}
  const isSaidAtFields = options.fields?.some((field) => faults[field] !== undefined)
  const refusal = refused && !isSaidAtFields ? sentenceFor(refused, options.sentenceOf) : undefined
  return {
    busy: sending !== undefined,
    sending: sending?.input,
    problem: refused instanceof CallProblem ? refused : undefined,
    refusal,
    faults,
    send,
    submit: (input) => (event) => {
      event.preventDefault()
      form.current = event.currentTarget
      send(input)
    },
    forget,
    forgetFaults: () => refusal === undefined && forget(),
  }
}

/** The sentence of the first field that was refused, where the screen has no place for it at the field. */
export function firstFault({ errors, detail }: CallProblem): string {
  return Object.values(errors)[0] ?? detail
}

/**
 * Options for a form of react-hook-form: what the server refuses shows at its fields, and the first of them gets the focus.
 * @param form the fields that the form has
 */
export function atFormFields<Form extends FieldValues>(form: Form, setError: UseFormSetError<Form>) {
  return {
    fields: Object.keys(form),
    onRefused: ({ errors }: CallProblem | Refusal) => {
      const refused = Object.entries(errors).filter(([field]) => field in form)
      for (const [index, [field, message = '']] of refused.entries())
        setError(field as Path<Form>, { message }, { shouldFocus: index === 0 })
    },
  }
}

async function followedUp<Input, Made>(
  refused: Refused<Made>,
  input: Input,
  { onConflict, onRefused }: CallOptions<Input, Made>,
): Promise<CallProblem | Refusal> {
  if (onConflict && refused instanceof CallProblem && refused.code === 'version-conflict')
    return new Refusal(await onConflict())
  await onRefused?.(refused, input)
  return refused
}

function isRefused(made: unknown): made is CallProblem | Refusal {
  return made instanceof CallProblem || made instanceof Refusal
}

function refusalOf(complaint: string | Faults | undefined): Refusal | undefined {
  if (typeof complaint === 'string') return new Refusal(complaint)
  const isFine = Object.values(complaint ?? {}).every((sentence) => sentence === undefined)
  return isFine ? undefined : new Refusal(undefined, complaint)
}

/** What was thrown and is no refusal is a fault of the program, or was aborted: then nobody is there to read of it. */
function failLoudly(error: unknown): undefined {
  const isAborted = error instanceof DOMException && error.name === 'AbortError'
  if (!isRefused(error) && !isAborted) reportError(error)
}

function shownOf(error: unknown): CallProblem | Refusal {
  return isRefused(error) ? error : new Refusal(`${m.failure()} ${m.failure_advice()}`)
}

function sentenceFor(
  refused: CallProblem | Refusal,
  sentenceOf: ((problem: CallProblem) => string | undefined) | undefined,
): string | undefined {
  return sentenceOf && refused instanceof CallProblem ? sentenceOf(refused) : refused.detail
}
