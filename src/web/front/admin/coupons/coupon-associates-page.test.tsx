import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as AssociatesPage } from './coupon-associates-page.tsx'

const open = () => show(<AssociatesPage />, { session: adminSession })
const listing = (associates: { associate: string; coupons: number }[]) =>
  fakeServer({ couponAssociates: () => ({ status: 200, body: { associates } }) })

test('associates stand there with the number of their coupons, each with the way to them', async () => {
  listing([
    { associate: 'Acme & Co', coupons: 12 },
    { associate: 'Partner', coupons: 1 },
  ])
  open()
  expect(screen.getByText('Loading...')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Acme & Co' })
  expect(link.getAttribute('href')).toBe('/admin/coupon/view?query=Acme+%26+Co')
  expect(link.closest('tr')?.textContent).toBe('Acme & Co12')
  expect(screen.queryByText('Loading...')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back' })).toBeTruthy()
})

test('there are ten on a page', async () => {
  listing(Array.from({ length: 12 }, (_, n) => ({ associate: `Partner ${n + 1}`, coupons: 1 })))
  open()
  expect(await screen.findAllByRole('rowheader')).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Partner 11',
    'Partner 12',
  ])
})

test('that there are none is said', async () => {
  listing([])
  open()
  expect(await screen.findByText('No coupon has an associate yet.')).toBeTruthy()
})

test('what could not be read can be read again', async () => {
  let allowed = false
  fakeServer({
    couponAssociates: () =>
      allowed
        ? { status: 200, body: { associates: [{ associate: 'Partner', coupons: 1 }] } }
        : problem('forbidden', 'You are not allowed to do this.'),
  })
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('You are not allowed to do this.')
  allowed = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Partner' })).toBeTruthy()
})

test('what is no list of associates is not taken for one', async () => {
  fakeServer({ couponAssociates: () => ({ failure: Response.json({ associates: null }) }) })
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('Incomprehensible response data received...')
})
