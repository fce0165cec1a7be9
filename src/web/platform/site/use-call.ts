import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from './api.ts'
import { signInAgain } from './ended-session.ts'

/** Messages by field. */
export type Faults = Readonly<Record<string, string | undefined>>

/** A failure found in the browser, or reworded for this screen. */
export class Refusal {
  /** Undefined if the messages at the fields suffice. */
  readonly detail: string | undefined
  readonly errors: Faults

  constructor(detail: string | undefined, errors: Faults = {}) {
    this.detail = detail
    this.errors = errors
  }
}

/** What one attempt of a request needs. */
export type Attempt = {
  /**
   * Returns the idempotency key of a body. Retries have the same key; a new one begins after success or a change
   * (decision 21).
   */
  readonly keyOf: (body: unknown) => string
  /**
   * Aborts when the screen is left. For requests that may be given up, such as a price; a write may have been done
   * already.
   */
  readonly signal: AbortSignal
}

export type Replied<Made> = Exclude<Made, CallProblem | Refusal>
type Refused<Made> = Extract<Made, CallProblem | Refusal>

export type CallOptions<Input, Made> = {
  /** Validates the input: one message, or messages by field. Nothing is sent then. */
  readonly check?: (input: Input) => string | Faults | undefined
  /** The message shown before the first attempt: why the form is shown again. */
  readonly saidBefore?: string | undefined
  /** Fields that show the server's errors. `refusal` has all other errors. */
  readonly fields?: readonly string[]
  /** Replaces the server's message for a problem. */
  readonly sentenceOf?: (problem: CallProblem) => string | undefined
  /**
   * Called with the reply; busy until it resolves, also after the screen was left. A refusal that it returns is shown.
   */
  readonly onDone?: (reply: Replied<Made>, input: Input) => unknown
  readonly onRefused?: (refused: Refused<Made>, input: Input) => unknown
  /**
   * Called on a conflict with another user's change (`version-conflict`): reads that change, and returns the message.
   */
  readonly onConflict?: () => Promise<string>
}

/** A form or a button that makes a call. */
export type CallState<Input, Reply> = {
  readonly busy: boolean
  /** The input being sent. */
  readonly sending: Input | undefined
  /** The server's refusal, for callers that need its code. */
  readonly problem: CallProblem | undefined
  /** The message to show beside the button. */
  readonly refusal: string | undefined
  /** The messages to show at the fields. */
  readonly faults: Faults
  /** Sends the input, unless a request is in flight. Resolves to the reply; undefined if it failed. */
  readonly send: (input: Input) => Promise<Reply | undefined>
  /** `send` as the handler of a form. The first refused field gets the focus. */
  readonly submit: (input: Input) => (event: FormEvent) => void
  readonly forget: () => void
  /** Must be called when the input changes: clears errors of fields, but not the refusal of the whole call. */
  readonly forgetFaults: () => void
}

/**
 * Makes one write of a screen: `useCall((name: string) => call(accountCalls.changeName, {body: {name}}), {onDone})`.
 * One at a time, with the state that a form shows. If it is refused because the session ended, it waits until the user
 * signs in again and is repeated once. `make` may make several calls; it resolves to a reply, a `CallProblem`, or a
 * `Refusal`.
 */
export function useCall<Input = void, Made = unknown>(
  make: (input: Input, attempt: Attempt) => Promise<Made>,
  options: CallOptions<Input, Made> = {},
): CallState<Input, Replied<Made>> {
  const [refused, setRefused] = useState<CallProblem | Refusal | undefined>(() =>
    refusalOf(options.saidBefore),
  )
  const [sending, setSending] = useState<{ readonly input: Input }>()
  const underWay = useRef(false)
  const form = useFocusOnFault(refused)
  // callers that kept `send` from an earlier render get the current call
  const latest = useRef({ make, options })
  useEffect(() => {
    latest.current = { make, options }
  })
  const attempt = useAttempt(latest)

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
      // passwords and codes are not kept in memory
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

/** Returns a function that makes the call, and throws what it was refused with. */
function useAttempt<Input, Made>(
  latest: RefObject<{
    make: (input: Input, attempt: Attempt) => Promise<Made>
    options: CallOptions<Input, Made>
  }>,
) {
  const keyOf = useRef(newIdempotencyKey())
  const abortOnLeaving = useRef<AbortController>(undefined)
  useEffect(() => () => abortOnLeaving.current?.abort(), [])
  return async (input: Input): Promise<Replied<Made>> => {
    const { make, options } = latest.current
    const controller = new AbortController()
    abortOnLeaving.current = controller
    const attempt = { keyOf: keyOf.current, signal: controller.signal }
    let made = await make(input, attempt)
    // repeated once for the same user, who has signed in again meanwhile
    if (made instanceof CallProblem && made.code === 'login-required' && (await signInAgain()))
      made = await make(input, attempt)
    if (isRefused(made)) throw await followedUp(made as Refused<Made>, input, options)
    // the next call with the same input is a new one
    keyOf.current = newIdempotencyKey()
    const outcome = await options.onDone?.(made as Replied<Made>, input)
    if (isRefused(outcome)) throw outcome
    return made as Replied<Made>
  }
}

/** Focuses the first field with a fault. Returns the ref of the form. */
function useFocusOnFault(refused: CallProblem | Refusal | undefined): RefObject<Element | null> {
  const form = useRef<Element>(null)
  useEffect(() => {
    if (refused && Object.keys(refused.errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  return form
}

/** Returns the message of the first refused field, if the screen cannot show it at the field. */
export function firstFault({ errors, detail }: CallProblem): string {
  return Object.values(errors)[0] ?? detail
}

/**
 * Returns options for a react-hook-form form: the server's errors show at its fields, and the first of them gets the
 * focus.
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

/** An exception is a bug, or an aborted request, whose screen has gone. */
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

/**
 * Returns a function that makes idempotency keys for one form. The same body gets the same key, so that a retry after a
 * lost reply does not act twice.
 */
function newIdempotencyKey(): (body: unknown) => string {
  let last: { body: string; key: string } | undefined
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: randomWord() }
    return last.key
  }
}

function randomWord(): string {
  // not randomUUID(): browsers offer it on https only
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
