import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { fakeStripe } from '#support/stripe-js.ts'
import { needsDocument } from '#web/platform/site/foreign-script.ts'
import { CardForm } from './card-form.tsx'

// loading them takes long on a busy machine
beforeAll(() => Promise.all([import('./sandbox-card-form.tsx'), import('./stripe-card-form.tsx')]))

type Server = Parameters<typeof fakeServer>[0]

const secret = { setupIntent: () => ({ status: 200 as const, body: { clientSecret: 'secret-1' } }) }
const entered = (status: 'succeeded' | 'requires-action') => () => ({
  status: 200 as const,
  body: { setupIntent: 'seti_1', status },
})
const registered = () => vi.fn<(id: string) => Promise<string | undefined>>(async () => undefined)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Pay with this' }))

describe("the sandbox's form", () => {
  async function open(server: Server, onRegistered = registered()) {
    const asked = fakeServer({ ...secret, ...server })
    show(<CardForm provider="sandbox" submitLabel="Pay with this" onRegistered={onRegistered} />)
    await screen.findByLabelText('Card number')
    return { ...asked, onRegistered }
  }
  async function fillIn() {
    await userEvent.type(screen.getByLabelText('Card number'), '4242 4242 4242 4242')
    await userEvent.type(screen.getByLabelText('Expires'), '09/31')
    await userEvent.type(screen.getByLabelText('CVC'), '737')
  }

  test('stores a card with a new setup intent, and returns it', async () => {
    const { asked, onRegistered } = await open({ enterSandboxCard: entered('succeeded') })
    await fillIn()
    await submit()
    await waitFor(() => expect(onRegistered).toHaveBeenCalledExactlyOnceWith('seti_1'))
    expect(asked('setupIntent')[0]?.params).toEqual({ provider: 'sandbox' })
    expect(asked('enterSandboxCard')[0]?.body).toEqual({
      clientSecret: 'secret-1',
      number: '4242 4242 4242 4242',
      expires: '09/31',
      cvc: '737',
    })
  })

  test('sends nothing while a field is empty, and names it', async () => {
    const { requests } = await open({})
    await submit()
    expect(screen.getByText('Please enter one of the test card numbers.')).toBeTruthy()
    expect(screen.getByText('Please enter a month and a year in the future.')).toBeTruthy()
    expect(screen.getByText('Please enter three or four digits.')).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('offers the listed numbers, and fills one in', async () => {
    const { asked, onRegistered } = await open({ enterSandboxCard: entered('succeeded') })
    await userEvent.click(screen.getByText('Test card numbers'))
    await userEvent.click(screen.getByRole('button', { name: /4000 0000 0000 0341/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4000 0000 0000 0341')
    await submit()
    await waitFor(() => expect(onRegistered).toHaveBeenCalled())
    expect(asked('enterSandboxCard')[0]?.body).toMatchObject({ expires: '12/49', cvc: '123' })
  })

  test("shows the provider's fault of a field at that field", async () => {
    const { onRegistered } = await open({
      enterSandboxCard: () => problem('invalid', 'Please check.', { number: 'No test number.' }),
    })
    await fillIn()
    await submit()
    expect(await screen.findByText('No test number.')).toBeTruthy()
    expect(screen.getByLabelText('Card number').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onRegistered).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('Card number'), '1')
    expect(screen.queryByText('No test number.')).toBeNull()
  })

  test.each([
    ['the card is declined', { enterSandboxCard: () => problem('card-declined', 'Your card was declined.') }],
    ['no set-up can begin', { setupIntent: () => problem('unavailable', 'Your card was declined.') }],
  ])('shows the sentence when %s', async (_, server) => {
    const { onRegistered } = await open(server)
    await fillIn()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.')
    expect(onRegistered).not.toHaveBeenCalled()
  })

  test('shows why the card could not be used, and can be sent again', async () => {
    const onRegistered = registered().mockResolvedValueOnce('Your card has insufficient funds.')
    const { asked } = await open({ enterSandboxCard: entered('succeeded') }, onRegistered)
    await fillIn()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Your card has insufficient funds.')
    await submit()
    await waitFor(() => expect(onRegistered).toHaveBeenCalledTimes(2))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked('setupIntent')).toHaveLength(2)
  })

  test('stores one card however often the button is pressed', async () => {
    const { asked, onRegistered } = await open({
      enterSandboxCard: () => new Promise(() => undefined),
    })
    await fillIn()
    await submit()
    await submit()
    await waitFor(() => expect(asked('enterSandboxCard')).toHaveLength(1))
    expect(asked('setupIntent')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Pay with this' }).getAttribute('aria-busy')).toBe('true')
    expect(onRegistered).not.toHaveBeenCalled()
  })

  describe('when the bank asks', () => {
    const asks = { enterSandboxCard: entered('requires-action') }
    const bank = (status: 'succeeded' | 'failed') => () => ({ status: 200 as const, body: { status } })

    test.each([
      ['Confirm', true, 'succeeded'],
      ['Refuse', false, 'failed'],
    ] as const)('%s is passed to it', async (button, approve, status) => {
      const { asked, onRegistered } = await open({ ...asks, answerSandboxBank: bank(status) })
      await fillIn()
      await submit()
      await userEvent.click(await screen.findByRole('button', { name: button }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(asked('answerSandboxBank')[0]?.body).toEqual({ clientSecret: 'secret-1', approve })
      expect(onRegistered.mock.calls).toEqual(approve ? [['seti_1']] : [])
      expect(screen.queryByText(/could not confirm that this is you/) !== null).toBe(!approve)
    })

    test('closing its question stores nothing', async () => {
      const { requests, onRegistered } = await open(asks)
      await fillIn()
      await submit()
      await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
      expect(await screen.findByText(/was not answered/)).toBeTruthy()
      expect(onRegistered).not.toHaveBeenCalled()
      expect(requests.at(-1)?.name).toBe('enterSandboxCard')
    })

    test('it can be answered again when the answer did not arrive', async () => {
      const answer = vi.fn<() => ReturnType<ReturnType<typeof bank>> | 'unreachable'>(bank('succeeded'))
      answer.mockReturnValueOnce('unreachable')
      const { onRegistered } = await open({
        ...asks,
        answerSandboxBank: answer,
      })
      await fillIn()
      await submit()
      await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
      expect(await screen.findByText("HTTP Error: the server can't be reached")).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
      await waitFor(() => expect(onRegistered).toHaveBeenCalledWith('seti_1'))
    })
  })
})

describe("Stripe's form", () => {
  async function open(change: Parameters<typeof fakeStripe>[0] = {}, onRegistered = registered()) {
    const stripe = fakeStripe(change)
    let secrets = 0
    const server = fakeServer({
      setupIntent: () => {
        secrets += 1
        return { status: 200, body: { clientSecret: `seti_${secrets}_secret_x` } }
      },
    })
    show(<CardForm provider="stripe" submitLabel="Pay with this" onRegistered={onRegistered} />, {
      config: { paymentProviders: ['stripe'], stripePublishableKey: 'pk_live_1' },
    })
    return { stripe, server, onRegistered }
  }
  const ready = () =>
    waitFor(() => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay with this' })
      expect(button.disabled).toBe(false)
    })

  // first, because the package caches the script that it found
  test('loads one script of Stripe, and another one once that has failed', async () => {
    fakeServer(secret)
    show(<CardForm provider="stripe" submitLabel="Pay with this" onRegistered={registered()} />, {
      config: { paymentProviders: ['stripe'], stripePublishableKey: 'pk_live_2' },
    })
    const scripts = () => document.querySelectorAll('script[src="https://js.stripe.com/endive/stripe.js"]')
    for (const _ of ['once', 'and its own second attempt']) {
      await waitFor(() => expect(scripts()).toHaveLength(1))
      scripts()[0]?.dispatchEvent(new Event('error'))
    }
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
    const stripe = fakeStripe()
    await userEvent.click(screen.getByRole('button', { name: /again/i }))
    await ready()
    expect(stripe.keys).toEqual(['pk_live_2'])
  })

  test('keeps the steps of a payment in this document, and no other page', async () => {
    await open()
    expect(
      [
        '/subscription/new/3',
        '/subscription/card',
        '/shop/checkout/overview',
        '/login',
        '/account/password',
        '/',
      ].filter(needsDocument),
    ).toEqual(['/login', '/account/password', '/'])
  })

  test.each([
    ['/shop/checkout/payment', '/shop/order/1', 'goes on in the document of'],
    ['/content', '/shop/order/1', 'loads a document of its own after'],
  ])('reached from %s at %s it %s a payment', async (loaded, at, how) => {
    const { browserHistory } = await import('#web/platform/site/site-history.ts')
    browserHistory()
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { name: location.origin + loaded } as PerformanceEntry,
    ])
    const former = location.pathname
    history.replaceState(null, '', at)
    sessionStorage.clear()
    const { stripe } = await open()
    if (how.startsWith('goes on')) {
      await ready()
      expect(sessionStorage.getItem('lectern') ?? '').not.toContain('arriving')
    } else {
      await waitFor(() => expect(sessionStorage.getItem('lectern')).toContain('arriving'))
      expect(stripe.groups).toEqual([])
    }
    sessionStorage.clear()
    history.replaceState(null, '', former)
    vi.restoreAllMocks()
  })

  test('is created with the publishable key, a setup intent and the language of the page', async () => {
    const { stripe, server } = await open()
    expect(await screen.findByText('Loading the card form…')).toBeTruthy()
    await ready()
    expect(stripe.keys).toEqual(['pk_live_1'])
    expect(stripe.groups).toMatchObject([
      { clientSecret: 'seti_1_secret_x', locale: 'en', appearance: { theme: 'stripe' } },
    ])
    expect(server.asked('setupIntent')[0]?.params).toEqual({ provider: 'stripe' })
  })

  test('hands on the set-up intent that Stripe confirmed', async () => {
    const { onRegistered } = await open()
    await ready()
    await submit()
    await waitFor(() => expect(onRegistered).toHaveBeenCalledExactlyOnceWith('seti_1'))
  })

  test('leaves reporting incomplete fields to Stripe', async () => {
    const confirmSetup = vi.fn(() => ({}))
    const { onRegistered } = await open({ incomplete: true, confirmSetup })
    await ready()
    await submit()
    await ready()
    expect(confirmSetup).not.toHaveBeenCalled()
    expect(onRegistered).not.toHaveBeenCalled()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['its message', { error: { message: 'Your card number is wrong.' } }, 'Your card number is wrong.'],
    [
      'that the question is open',
      { setupIntent: { id: 'seti_1', status: 'requires_action' } },
      'The question of your bank was not answered. Please try again.',
    ],
  ])('shows %s when nothing was stored', async (_, answer, sentence) => {
    const { onRegistered } = await open({ confirmSetup: () => answer })
    await ready()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(onRegistered).not.toHaveBeenCalled()
  })

  test('uses another setup intent for another card, and still shows the fault of the first', async () => {
    const { stripe } = await open({}, registered().mockResolvedValueOnce('Your card was declined.'))
    await ready()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.')
    await waitFor(() => expect(stripe.groups).toHaveLength(2))
    expect(stripe.groups[1]).toMatchObject({ clientSecret: 'seti_2_secret_x' })
    await ready()
    await submit()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('reports that its fields cannot be loaded', async () => {
    await open({ fields: 'failed' })
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  })
})
