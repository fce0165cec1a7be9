import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { CouponAnswer } from '#contract/admin/admin-coupon-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as LookupPage } from './coupon-lookup-page.tsx'

const coupon = (code: string, change: Partial<CouponAnswer['coupons'][number]> = {}) => ({
  code,
  licenseCount: 3,
  interval: { value: 2, unit: 'm' as const },
  uses: 0,
  ...change,
})
const usedBy = (contact: string, couponCode: string, change: object = {}) => ({
  time: new Date(2026, 10, 3, 14, 5, 7, 89).toISOString(),
  contact,
  accountId: `of-${contact}`,
  couponCode,
  name: `Owner ${contact}`,
  ...change,
})
const limited = coupon('SPRING', { associate: 'Acme', maxUses: 5, validUntil: '2028-02-29', uses: 2 })
const nothing: CouponAnswer = {
  coupon: null,
  coupons: [],
  count: 0,
  uses: [],
  errorMessage: 'No matching coupon or associate',
}
const answers: Record<string, CouponAnswer> = {
  SPRING: {
    coupon: limited,
    coupons: [limited],
    errorMessage: null,
    count: 1,
    uses: [usedBy('ada@x.org', 'SPRING')],
  },
  Acme: {
    coupon: null,
    coupons: [limited, coupon('AUTUMN', { associate: 'Acme', uses: 1 })],
    errorMessage: null,
    count: 2,
    uses: [usedBy('bo@x.org', 'AUTUMN'), usedBy('ada@x.org', 'SPRING')],
  },
}
const serving = () =>
  fakeServer({
    lookUpCoupons: ({ body }) => ({
      status: 200,
      body: answers[(body as { query: string }).query] ?? nothing,
    }),
  })
const open = (query = '') =>
  show(<LookupPage />, {
    session: adminSession,
    path: '/admin/coupon/view',
    at: `/admin/coupon/view${query && `?query=${query}`}`,
  })
const field = () => screen.getByLabelText<HTMLInputElement>('Coupon code or associate')
const said = (sentence: string) => waitFor(() => expect(screen.getByText(sentence)).toBeTruthy())
const address = () => screen.getByTestId('address').textContent
const cells = (label: string) =>
  within(screen.getByRole('region', { name: label }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.firstChild?.textContent))

describe('the look-up of coupons', () => {
  test('asks for something to look up', () => {
    const server = serving()
    open()
    expect(screen.getByText('Enter a coupon code or associate')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back' })).toBeTruthy()
    expect(server.asked('lookUpCoupons')).toEqual([])
  })

  test('looks up half a second after the last key, and writes it into the address', async () => {
    const server = serving()
    open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.change(field(), { target: { value: 'SPR' } })
      expect(screen.getByText('Loading...')).toBeTruthy()
      vi.advanceTimersByTime(400)
      fireEvent.change(field(), { target: { value: 'SPRING' } })
      vi.advanceTimersByTime(499)
      expect([server.asked('lookUpCoupons').length, address()]).toEqual([0, '/admin/coupon/view'])
      vi.advanceTimersByTime(1)
    } finally {
      vi.useRealTimers()
    }
    await said('Match found')
    expect(server.asked('lookUpCoupons').map(({ body }) => body)).toEqual([{ query: 'SPRING', page: 0 }])
    expect(address()).toBe('/admin/coupon/view?query=SPRING')
  })

  test('does not call back whoever follows a link to a page whose script is on its way', async () => {
    serving()
    open('Acme')
    const link = await screen.findByRole('link', { name: /ada@x\.org/ })
    link.addEventListener('click', (event) => event.preventDefault())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.change(field(), { target: { value: 'SPRING' } })
      fireEvent.click(link)
      act(() => vi.advanceTimersByTime(1000))
      expect(address()).toBe('/admin/coupon/view?query=Acme')
    } finally {
      vi.useRealTimers()
    }
  })

  test('shows a coupon with its limits and who used it', async () => {
    serving()
    open('SPRING')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await said('Match found')
    expect(field().value).toBe('SPRING')
    expect(cells('Coupons')).toEqual([
      ['Code', 'Associate', 'License Count', 'Max Uses', 'Interval', 'Valid Until', 'Uses'],
      ['SPRING', 'Acme', '3', '5', '2 months', '2028-02-29', '2'],
    ])
    expect(cells('Used by')).toEqual([
      ['Time', 'Contact'],
      ['2026-11-03 14:05:07', 'ada@x.org'],
    ])
    expect(screen.queryByText(/Total uses/)).toBeNull()
    expect(screen.getByText(/^1 of 2 are listed/)).toBeTruthy()
  })

  test("shows an associate's coupons, with all of their uses", async () => {
    serving()
    open('Acme')
    await said('Match found')
    expect(cells('Coupons').slice(1)).toEqual([
      ['SPRING', 'Acme', '3', '5', '2 months', '2028-02-29', '2'],
      ['AUTUMN', 'Acme', '3', '–', '2 months', '–', '1'],
    ])
    expect(screen.getByText(/Total uses/).textContent).toBe('Total uses: 3')
    expect(cells('Used by')).toEqual([
      ['Time', 'Coupon', 'Name', 'Contact'],
      ['2026-11-03 14:05:07', 'AUTUMN', 'Owner bo@x.org', 'bo@x.org'],
      ['2026-11-03 14:05:07', 'SPRING', 'Owner ada@x.org', 'ada@x.org'],
    ])
    await userEvent.click(screen.getAllByRole('link', { name: 'SPRING' })[0] as HTMLElement)
    await waitFor(() => expect(cells('Used by')[0]).toEqual(['Time', 'Contact']))
    expect([field().value, address()]).toEqual(['SPRING', '/admin/coupon/view?query=SPRING'])
  })

  test('has ten coupons and ten uses on a page', async () => {
    const coupons = Array.from({ length: 250 }, (_, index) => coupon(`C${index}`))
    const uses = Array.from({ length: 11 }, (_, index) => usedBy(`a${index}@x.org`, `C${index}`))
    fakeServer({
      lookUpCoupons: ({ body }) => {
        const first = 10 * ((body as { page?: number }).page ?? 0)
        const some = uses.slice(first, first + 10)
        return {
          status: 200,
          body: { coupon: null, coupons, errorMessage: null, count: uses.length, uses: some },
        }
      },
    })
    open('Acme')
    await said('Match found')
    expect([cells('Coupons').length, cells('Used by').length]).toEqual([11, 11])
    expect(screen.getByText('1 to 10 of 250')).toBeTruthy()
    const usesPages = within(screen.getByRole('navigation', { name: 'Pages: Used by' }))
    await userEvent.click(usesPages.getByRole('button', { name: 'Next' }))
    await waitFor(() =>
      expect(
        cells('Used by')
          .slice(1)
          .map(([, code]) => code),
      ).toEqual(['C10']),
    )
    expect(usesPages.getByText('11 to 11 of 11')).toBeTruthy()
    expect(cells('Coupons')).toHaveLength(11)
  })

  test('says that nothing matches, and looks at once when Enter is pressed', async () => {
    serving()
    open('nobody')
    await said('No matching coupon or associate')
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.clear(field())
    expect(screen.getByText('Enter a coupon code or associate')).toBeTruthy()
    expect(address()).toBe('/admin/coupon/view')
    fireEvent.change(field(), { target: { value: 'SPRING' } })
    fireEvent.submit(field().form as HTMLFormElement)
    expect(address()).toBe('/admin/coupon/view?query=SPRING')
    await said('Match found')
  })

  test.each<[string, Response]>([
    ['other contents', Response.json({ status: 'ok' })],
    ['null', Response.json(null)],
    ['no JSON', new Response('<html>')],
  ])('does not take %s for an answer', async (_, failure) => {
    fakeServer({ lookUpCoupons: () => ({ failure }) })
    open('SPRING')
    await said('Incomprehensible response data received...')
  })

  test('says why nothing can be looked up', async () => {
    fakeServer({ lookUpCoupons: () => problem('forbidden', 'You are not allowed to do this.') })
    open('SPRING')
    await said('You are not allowed to do this.')
  })
})
