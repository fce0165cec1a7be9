import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someConfig, someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Component } from './pricing-page.tsx'

const open = (more: Parameters<typeof show>[1] = {}) => show(<Component />, { at: '/pricing', ...more })
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Number of users' })
const total = () => within(screen.getByRole('region', { name: 'Monthly total' }))
const monthlyTotal = () => total().getByRole('status').textContent
const users = (count: number) => fireEvent.change(slider(), { target: { value: String(count) } })
const choose = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }))

describe('the pricing page', () => {
  test('has a slider from 1 to 60 users', () => {
    open()
    expect([slider().min, slider().max, slider().value]).toEqual(['1', '60', '1'])
    expect(slider().getAttribute('aria-valuetext')).toBe('1 user')
    users(60)
    expect(slider().getAttribute('aria-valuetext')).toBe('60 users')
  })

  test('changes by single users too, and not beyond the ends', async () => {
    open()
    const [fewer, more] = [/One user less/, /One user more/].map((name) =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    )
    if (!fewer || !more) throw new Error('no buttons')
    expect(fewer.disabled).toBe(true)
    await userEvent.click(more)
    expect(slider().value).toBe('2')
    users(60)
    expect(more.disabled).toBe(true)
  })

  test('has the intervals of the plan as radios', () => {
    open()
    const intervals = within(screen.getByRole('group', { name: 'Billing interval' })).getAllByRole('radio')
    expect(intervals.map((radio) => radio.closest('label')?.textContent)).toEqual([
      '1 month',
      '3 months−10%',
      '1 year−20%',
    ])
  })

  test.each([
    [1, '1 month', '€10.00'],
    [4, '1 month', '€40.00'],
    [5, '1 month', '€45.00'],
    [14, '1 month', '€126.00'],
    [12, /^3 months/, '€97.20'],
    [50, /^1 year/, '€280.00'],
    [60, /^1 year/, '€336.00'],
  ])('for %i users and %s the monthly total is %s without VAT', async (count, interval, price) => {
    open()
    await choose('Excluding VAT')
    users(count)
    await choose(interval)
    expect(monthlyTotal()).toBe(price)
  })

  test('shows prices including VAT at first, and excluding on request', async () => {
    open()
    expect(monthlyTotal()).toBe('€11.90')
    await choose('Excluding VAT')
    expect(monthlyTotal()).toBe('€10.00')
    await choose(/^Including VAT\s?19%$/)
    expect(monthlyTotal()).toBe('€11.90')
  })

  test('shows the price of each user and the amount charged at once', async () => {
    open()
    await choose('Excluding VAT')
    users(12)
    await choose(/^3 months/)
    expect(total().getByText('€8.10 per user')).toBeTruthy()
    expect(total().getByText('€291.60 for 3 months, paid ahead')).toBeTruthy()
  })

  test('hints at the next cheaper interval, if there is one', async () => {
    open()
    await choose('Excluding VAT')
    users(10)
    expect(total().getByText('Pay for 3 months at once and save €9.00 a month.')).toBeTruthy()
    await choose(/^3 months/)
    expect(total().getByText('Pay for 1 year at once and save €9.00 a month.')).toBeTruthy()
    await choose(/^1 year/)
    expect(total().queryByText(/and save/)).toBeNull()
  })

  test('says where more users cost less', async () => {
    open()
    await choose('Excluding VAT')
    users(14)
    expect(total().getByText('15 users cost less than 14: €120.00 a month.')).toBeTruthy()
    users(13)
    expect(total().queryByText(/cost less than/)).toBeNull()
  })
})

describe('by a link with a coupon', () => {
  const off = { code: 'SPRING', percent: 20, offCents: null, periods: 2 }
  const coupon = { ...off, intervals: [{ value: 1, unit: 'm' as const }] }

  test('the lower price is shown where it counts, with what follows, and the coupon is taken along', async () => {
    fakeServer({ couponTerms: () => ({ status: 200, body: coupon }) })
    open({ at: '/pricing?coupon=spring', session: { authenticated: false } })
    await waitFor(() => expect(monthlyTotal()).toBe('€9.52'))
    expect(total().getByText('€9.52 for 1 month, paid ahead')).toBeTruthy()
    expect(
      total().getByText('With the coupon SPRING for the first 2 billing periods, then €11.90 for each.'),
    ).toBeTruthy()
    expect(total().getByRole('link', { name: 'Register now' }).getAttribute('href')).toContain(
      'coupon=SPRING',
    )
    await choose(/^1 year/)
    expect(total().queryByText(/SPRING/)).toBeNull()
  })

  test('a wrong one changes nothing', async () => {
    const server = fakeServer({ couponTerms: () => problem('invalid', 'Wrong.') })
    open({ at: '/pricing?coupon=wrong' })
    await waitFor(() => expect(server.asked('couponTerms')).toHaveLength(1))
    expect(monthlyTotal()).toBe('€11.90')
  })
})

describe('the table of prices', () => {
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))

  test("has ranges as 'low-high' and 'low+', and the price per user and month", async () => {
    open()
    await choose('Excluding VAT')
    expect(rows()).toEqual([
      ['Users', '1 month', '3 months', '1 year'],
      ['1-4', '€10.00', '€9.00', '€8.00'],
      ['5-14', '€9.00', '€8.10', '€7.20'],
      ['15-49', '€8.00', '€7.20', '€6.40'],
      ['50+', '€7.00', '€6.30', '€5.60'],
    ])
  })

  test('shows the plan that is on sale', async () => {
    open({ config: { pricing: { ...someConfig.pricing, plan: 'plan-1' } } })
    await choose('Excluding VAT')
    expect(rows().map((row) => row[0])).toEqual(['Users', '1-9', '10-19', '20+'])
    expect(rows()[1]).toEqual(['1-9', '€5.00', '€4.50', '€4.00'])
  })

  test('marks the chosen price', async () => {
    open()
    users(7)
    await choose(/^1 year/)
    const marked = screen.getByRole('table').querySelectorAll('[aria-current]')
    expect([...marked].map(({ textContent }) => textContent)).toEqual(['€8.57'])
    expect(marked[0]?.closest('tr')?.firstElementChild?.textContent).toBe('5-14')
  })
})

describe('the next step for', () => {
  test('a visitor: Register now, with the trial; then the wizard with the chosen interval', async () => {
    open()
    const registers = () => {
      const { pathname, searchParams } = new URL(
        screen.getByRole<HTMLAnchorElement>('link', { name: 'Register now' }).href,
      )
      return [pathname, searchParams.get('next')]
    }
    expect(registers()).toEqual(['/register', '/subscription/new/1?interval=1m'])
    await choose(/^1 year/)
    expect(registers()).toEqual(['/register', '/subscription/new/1?interval=1y'])
    expect(screen.getByText('Starts with a free trial of 14 days. No card needed.')).toBeTruthy()
  })

  test('a signed-in user: Subscribe now, with the chosen interval', async () => {
    open({ session: someSession })
    const link = () => screen.getByRole('link', { name: /now/ })
    expect(link().textContent).toBe('Subscribe now')
    expect(link().getAttribute('href')).toBe('/subscription/new/1?interval=1m')
    await choose(/^3 months/)
    expect(link().getAttribute('href')).toBe('/subscription/new/1?interval=3m')
    await choose(/^1 year/)
    expect(link().getAttribute('href')).toBe('/subscription/new/1?interval=1y')
  })

  test('no one, while the session is unknown', () => {
    open()
    act(() => useSite.setState({ session: undefined }))
    expect(screen.queryByRole('link', { name: /now/ })).toBeNull()
  })

  test.each([
    ['a visitor', { authenticated: false as const }],
    ['a signed-in user', someSession],
  ])('while the service is closing, %s: nothing, and why', (_, session) => {
    open({ config: { serviceMode: 'sunset' }, session })
    expect(screen.queryByRole('link', { name: /now/ })).toBeNull()
    expect(screen.getByText(/New subscriptions are no longer taken/)).toBeTruthy()
  })

  test('while the service is paused: nothing, and why', () => {
    open({ config: { serviceMode: 'paused' } })
    expect(screen.queryByRole('link', { name: /now/ })).toBeNull()
    expect(screen.getByText(/No new subscriptions or registrations are taken at the moment/)).toBeTruthy()
  })
})
