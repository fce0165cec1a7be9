import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as CreationPage } from './coupon-creation-page.tsx'
import { emptyCoupons, useCouponDraft } from './coupon-draft.ts'

afterEach(() => useCouponDraft.setState(emptyCoupons, true))

const open = () => show(<CreationPage />, { session: adminSession })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })

async function fill(change: Record<string, string> = {}) {
  const entries = {
    'License count': '3',
    'Interval value': '2',
    'Interval unit': 'm',
    'Coupon codes': 'SPRING-1{Enter} spring 2 {Enter}{Enter}',
    ...change,
  }
  for (const [label, text] of Object.entries(entries)) {
    if (label === 'Interval unit') await userEvent.selectOptions(field(label), text)
    else {
      await userEvent.clear(field(label))
      if (text) await userEvent.type(field(label), text)
    }
  }
  await userEvent.tab()
}

async function answerPrompt(password = 'secret of the admin') {
  await userEvent.type(await screen.findByLabelText('current password'), password)
  await userEvent.keyboard('{Enter}')
}

describe('the creation of coupons', () => {
  test('asks for the password, adds what was typed, and says how many', async () => {
    const server = fakeServer({ addCoupons: () => ({ status: 200, body: { created: 2 } }) })
    open()
    expect(submit().disabled).toBe(true)
    await fill({ Associate: ' Acme ', 'Max usages': '5', 'Valid until': '2028-02-29' })
    expect(screen.getByText('2 codes')).toBeTruthy()
    await userEvent.click(submit())
    expect(screen.getByRole('dialog', { name: 'Enter your password to add the coupons:' })).toBeTruthy()
    await answerPrompt()
    expect(await screen.findByText(/Created 2 coupon\(s\)\./)).toBeTruthy()
    expect(server.asked('addCoupons').map(({ body }) => body)).toEqual([
      {
        licenseCount: 3,
        interval: { value: 2, unit: 'm' },
        associate: 'Acme',
        maxUsages: 5,
        validUntil: '2028-02-29',
        codes: ['SPRING-1', 'spring 2'],
        password: 'secret of the admin',
      },
    ])
    expect(server.asked('addCoupons')[0]?.headers.get('idempotency-key')).toBeTruthy()
    expect([field('Coupon codes').value, field('Associate').value, submit().disabled]).toEqual(['', '', true])
    expect(screen.getByRole('link', { name: 'Look them up' }).getAttribute('href')).toBe(
      '/admin/coupon/view?query=Acme',
    )
  })

  test('leaves out what was left empty', async () => {
    const server = fakeServer({ addCoupons: () => ({ status: 200, body: { created: 2 } }) })
    open()
    await fill()
    await userEvent.click(submit())
    await answerPrompt()
    await screen.findByText(/Created 2 coupon/)
    expect(Object.keys(server.asked('addCoupons')[0]?.body as object)).toEqual([
      'licenseCount',
      'interval',
      'codes',
      'password',
    ])
  })

  test.each([
    ['License count', '0', 'License count has to be a pos int'],
    ['License count', '1.5', 'License count has to be a pos int'],
    ['Interval value', 'x', 'Interval value has to be a pos int'],
    ['Interval value', '9999', 'At most 100 years can be given at once.'],
    ['Associate', 'abc', 'Associate is too short or invalid keyword'],
    ['Max usages', '-1', 'Max usages has to be a pos int'],
    ['Max usages', '1000001', 'Please enter a smaller number.'],
    ['Valid until', '31.12.2026', 'Valid until has to be specified as YYYY-MM-DD'],
    ['Coupon codes', '', 'Please specify the coupon codes separated by newlines'],
    ['Coupon codes', 'fine{Enter}a!', 'These can not be coupon codes: a!'],
    ['Coupon codes', 'Twin{Enter}TW IN', 'These codes stand there twice: Twin'],
  ])('of %s %j says: %s', async (label, text, sentence) => {
    fakeServer({})
    open()
    await fill({ [label]: text })
    expect(screen.getByText(sentence)).toBeTruthy()
    expect([field(label).getAttribute('aria-invalid'), submit().disabled]).toEqual(['true', true])
  })

  test('asks for a unit', async () => {
    fakeServer({})
    open()
    await userEvent.type(field('License count'), '3')
    await userEvent.type(field('Interval value'), '3')
    expect(screen.getByText('Select an interval time unit')).toBeTruthy()
    await userEvent.selectOptions(field('Interval unit'), 'year')
    expect(screen.queryByText('Select an interval time unit')).toBeNull()
  })

  test('loses nothing of what was typed when codes are taken, and says so at the field', async () => {
    fakeServer({
      addCoupons: () =>
        problem('invalid', 'Please check your entries.', {
          codes: 'There are coupons with these codes already: SPRING-1',
        }),
    })
    open()
    await fill({ Associate: 'Acme' })
    const typed = useCouponDraft.getState()
    await userEvent.click(submit())
    await answerPrompt()
    expect(await screen.findByText('There are coupons with these codes already: SPRING-1')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('alert').textContent).toBe(
      'Error: There are coupons with these codes already: SPRING-1',
    )
    expect(useCouponDraft.getState()).toEqual(typed)
    expect(field('Coupon codes').value).toBe('SPRING-1\n spring 2 \n\n')
    await userEvent.type(field('Coupon codes'), 'more')
    expect(screen.queryByText(/already/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('keeps asking after a wrong password, and a reply that was lost is asked for again by the same key', async () => {
    let tries = 0
    const server = fakeServer({
      addCoupons: () => {
        tries += 1
        if (tries === 1) return problem('wrong-password', 'The password is not correct.')
        return tries === 2 ? 'unreachable' : { status: 200, body: { created: 2 } }
      },
    })
    open()
    await fill()
    await userEvent.click(submit())
    await answerPrompt('wrong')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: The password is not correct.')
    await userEvent.clear(screen.getByLabelText('current password'))
    await answerPrompt()
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).not.toBe('Error: The password is not correct.'),
    )
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(/Created 2 coupon/)).toBeTruthy()
    const [wrong, lost, again] = server
      .asked('addCoupons')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect([lost === again, wrong === lost]).toEqual([true, false])
  })

  test('sends it once, however often one presses', async () => {
    let answer = () => {}
    const server = fakeServer({
      addCoupons: async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return { status: 200, body: { created: 2 } }
      },
    })
    open()
    await fill()
    await userEvent.click(submit())
    await answerPrompt()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(server.asked('addCoupons')).toHaveLength(1)
    answer()
    expect(await screen.findByText(/Created 2 coupon/)).toBeTruthy()
    expect(server.asked('addCoupons')).toHaveLength(1)
  })

  test("says 'Error: ' and the server's message when the coupons could not be added", async () => {
    fakeServer({ addCoupons: () => problem('unavailable', 'The database is away.') })
    open()
    await fill()
    await userEvent.click(submit())
    await answerPrompt()
    expect((await screen.findByRole('alert')).textContent).toBe('Error: The database is away.')
  })

  test.each([[{}], [null]])('does not take %j for the number of coupons', async (body) => {
    fakeServer({ addCoupons: () => ({ failure: Response.json(body) }) })
    open()
    await fill()
    await userEvent.click(submit())
    await answerPrompt()
    expect((await screen.findByRole('alert')).textContent).toBe('Incomprehensible response data received...')
  })

  test('still has what was typed when one comes back to it', async () => {
    fakeServer({})
    const { unmount } = open()
    await fill()
    unmount()
    open()
    expect([field('Coupon codes').value, submit().disabled]).toEqual(['SPRING-1\n spring 2 \n\n', false])
  })
})

describe('coupons that take money off', () => {
  async function openMoney() {
    const server = fakeServer({ addCoupons: () => ({ status: 200, body: { created: 1 } }) })
    open()
    await userEvent.click(screen.getByRole('radio', { name: 'Money off a subscription' }))
    return server
  }

  test('are a kind of the form, with their own fields', async () => {
    const server = await openMoney()
    expect(screen.queryByLabelText('License count')).toBeNull()
    await userEvent.type(field('Percent off'), '20')
    await userEvent.type(field('Paid periods'), '3')
    await userEvent.click(screen.getByRole('checkbox', { name: '1 month' }))
    await userEvent.click(screen.getByRole('checkbox', { name: /never paid/ }))
    await userEvent.type(field('Associate'), 'Acme')
    await userEvent.type(field('Coupon codes'), 'SPRING')
    await userEvent.click(submit())
    await answerPrompt()
    expect(await screen.findByText(/Created 1 coupon/)).toBeTruthy()
    const interval = { value: 1, unit: 'm' }
    expect(server.asked('addCoupons')[0]?.body).toEqual({
      off: { percent: 20, offCents: null, periods: 3, intervals: [interval], firstTime: true },
      associate: 'Acme',
      codes: ['SPRING'],
      password: 'secret of the admin',
    })
    expect(field('Percent off').value).toBe('')
  })

  test('say what is missing, and take euros with cents', async () => {
    const server = await openMoney()
    await userEvent.click(submit())
    expect(await screen.findByText(/^Please enter either a percentage/)).toBeTruthy()
    expect(screen.getByText('Please specify the coupon codes separated by newlines')).toBeTruthy()
    await userEvent.type(field('Or amount off'), '2,50')
    await userEvent.type(field('Coupon codes'), 'SPRING')
    await userEvent.click(submit())
    await answerPrompt()
    await waitFor(() => expect(server.asked('addCoupons')).toHaveLength(1))
    expect(server.asked('addCoupons')[0]?.body).toMatchObject({
      off: { percent: null, offCents: 250, periods: null, intervals: null, firstTime: false },
    })
  })
})
