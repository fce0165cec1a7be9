import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { fakeServer, problem } from '#support/fake-server.ts'
import { type CallProblem, call, forgetCsrfToken } from './api.ts'
import { atFormFields, type CallOptions, firstFault, Refusal, useCall } from './use-call.ts'

type Server = Parameters<typeof fakeServer>[0]
type Entered = { email: string; password: string }
type Options = CallOptions<Entered, CallReply<typeof sessionCalls.login> | CallProblem>

const entered: Entered = { email: 'ada@example.org', password: 'correct horse' }
const ok = () => ({ status: 200, body: { status: 'ok' } }) as const

beforeEach(forgetCsrfToken)
afterEach(cleanup)

/** Renders a form that signs in with its input. */
function open(options: Options = {}, answer: Server['login'] = ok) {
  const server = fakeServer({ login: answer })
  const keys: string[] = []
  const hook = renderHook(() =>
    useCall((input: Entered, { keyOf }) => {
      const body = { ...input, staySignedIn: false }
      keys.push(keyOf(body))
      return call(sessionCalls.login, { body })
    }, options),
  )
  const now = () => hook.result.current
  const send = (input = entered) => act(() => now().send(input))
  return { server, keys, now, send }
}

describe('messages about a call', () => {
  const invalid = () => problem('invalid', 'Please check the form.', { email: 'Unknown.', plan: 'Gone.' })
  const refused = () => problem('wrong-password', 'That is not it.')
  const rows: [string, Options, Server['login'], { refusal?: string; faults?: object }][] = [
    ['nothing, when it is done', {}, ok, {}],
    ["the server's sentence, when it is refused", {}, refused, { refusal: 'That is not it.' }],
    ['that the server is not to be reached', {}, () => 'unreachable', { refusal: m.unreachable() }],
    [
      'the sentence at a field that shows it, and only there',
      { fields: ['email'] },
      invalid,
      { faults: { email: 'Unknown.', plan: 'Gone.' } },
    ],
    [
      'the sentence of the whole, where no field of the screen is to blame',
      { fields: ['name'] },
      invalid,
      { refusal: 'Please check the form.', faults: { email: 'Unknown.', plan: 'Gone.' } },
    ],
    [
      'the first sentence of a field, where the screen has no place at the field',
      { sentenceOf: firstFault },
      invalid,
      { refusal: 'Unknown.', faults: { email: 'Unknown.', plan: 'Gone.' } },
    ],
    ['what is wrong before anything is sent', { check: () => 'Empty.' }, ok, { refusal: 'Empty.' }],
    [
      'what is wrong at a field before anything is sent',
      { check: () => ({ email: 'Empty.', password: undefined }) },
      ok,
      { faults: { email: 'Empty.' } },
    ],
    ['nothing of fields that are all right', { check: () => ({ email: undefined }) }, ok, {}],
    [
      'why what follows the reply could not be done',
      { onDone: () => new Refusal('Signed in, but who is it?') },
      ok,
      { refusal: 'Signed in, but who is it?' },
    ],
    [
      'that somebody else was quicker, after their change was read',
      { onConflict: async () => 'Somebody else was quicker.' },
      () => problem('version-conflict', 'Conflict.'),
      { refusal: 'Somebody else was quicker.' },
    ],
  ]

  test.each(rows)('%s', async (_, options, answer, { refusal, faults = {} }) => {
    const { now, send } = open(options, answer)
    await send()
    await waitFor(() => expect(now()).toMatchObject({ busy: false, refusal, faults }))
    expect(now().refusal).toBe(refusal)
    expect(now().faults).toEqual(faults)
  })

  test('goes with the next try', async () => {
    const answers = [problem('wrong-password', 'That is not it.'), ok()]
    const { now, send } = open({}, () => answers.shift() ?? ok())
    await send()
    await waitFor(() => expect(now().refusal).toBe('That is not it.'))
    await send()
    await waitFor(() => expect(now().refusal).toBeUndefined())
  })

  test('at fields disappear with new input; that of the whole call stays', async () => {
    const answers = [refused(), invalid()]
    const { now, send } = open({ fields: ['email'] }, () => answers.shift() ?? ok())
    await send()
    await waitFor(() => expect(now().refusal).toBe('That is not it.'))
    act(() => now().forgetFaults())
    expect(now().refusal).toBe('That is not it.')
    await send()
    await waitFor(() => expect(now().faults.email).toBe('Unknown.'))
    act(() => now().forgetFaults())
    await waitFor(() => expect(now().faults).toEqual({}))
  })

  test('is a general sentence where the program failed', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { now, send } = open({
      onDone: () => {
        throw new TypeError('undefined is not a function')
      },
    })
    await send()
    await waitFor(() => expect(now().refusal).toBe(`${m.failure()} ${m.failure_advice()}`))
    expect(reported).toHaveBeenCalledOnce()
  })
})

describe('a call', () => {
  test('is busy until what follows it is over, and then answers its reply', async () => {
    const following = Promise.withResolvers<undefined>()
    const { now } = open({ onDone: () => following.promise })
    const replies: unknown[] = []
    act(
      () =>
        void now()
          .send(entered)
          .then((reply) => replies.push(reply)),
    )
    await waitFor(() => expect(now()).toMatchObject({ busy: true, sending: entered }))
    await act(async () => following.resolve(undefined))
    await waitFor(() => expect(replies).toEqual([ok()]))
    await waitFor(() => expect(now()).toMatchObject({ busy: false, sending: undefined }))
  })

  test('is made once, however often the button is pressed', async () => {
    const { server, now } = open()
    await act(() => Promise.all([now().send(entered), now().send(entered)]))
    await act(() => now().send(entered))
    expect(server.asked('login')).toHaveLength(2)
  })

  test('is not made with input that is wrong', async () => {
    const { server, send } = open({ check: () => 'Empty.' })
    await send()
    expect(server.asked('login')).toEqual([])
  })

  test('that may be given up is aborted when the screen is left', async () => {
    const signals: AbortSignal[] = []
    const { result, unmount } = renderHook(() =>
      useCall((_: undefined, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      }),
    )
    act(() => void result.current.send(undefined))
    await waitFor(() => expect(signals).toHaveLength(1))
    expect(signals[0]?.aborted).toBe(false)
    unmount()
    expect(signals[0]?.aborted).toBe(true)
  })

  test('that was refused by a conflict reads the change before it says so', async () => {
    const order: string[] = []
    const conflict = async () => {
      order.push('read')
      return 'Look again.'
    }
    const { now, send } = open({ onConflict: conflict, onRefused: () => order.push('refused') }, () =>
      problem('version-conflict', 'Conflict.'),
    )
    await send()
    await waitFor(() => expect(now().refusal).toBe('Look again.'))
    expect(order).toEqual(['read'])
  })
})

describe('the idempotency key', () => {
  test('stays for the same body until success; then the same body is a new call', async () => {
    const answers = ['unreachable' as const, ok()]
    const { keys, send } = open({}, () => answers.shift() ?? ok())
    await send()
    await send()
    await send()
    const [first, second, third] = keys
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('is another for another body', async () => {
    const { keys, send } = open({}, () => 'unreachable')
    await send()
    await send({ ...entered, password: 'another' })
    expect(new Set(keys).size).toBe(2)
  })
})

test('a form of react-hook-form shows refusals at its fields, and focuses the first', () => {
  const setError = vi.fn()
  const { fields, onRefused } = atFormFields(entered, setError)
  onRefused(new Refusal('Wrong.', { plan: 'Gone.', email: 'Unknown.', password: 'Short.' }))
  expect(fields).toEqual(['email', 'password'])
  expect(setError.mock.calls).toEqual([
    ['email', { message: 'Unknown.' }, { shouldFocus: true }],
    ['password', { message: 'Short.' }, { shouldFocus: false }],
  ])
})

function Form() {
  const { submit, faults } = useCall(
    (input: Entered) => call(sessionCalls.login, { body: { ...input, staySignedIn: false } }),
    { fields: ['email'] },
  )
  return (
    <form onSubmit={submit(entered)}>
      <input aria-label="Name" />
      <input aria-label="Email" aria-invalid={faults.email !== undefined} />
      <button type="submit">Send</button>
    </form>
  )
}

test('a form whose field is refused moves the focus to that field', async () => {
  fakeServer({ login: () => problem('invalid', 'Please check the form.', { email: 'Unknown.' }) })
  render(<Form />)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
})
