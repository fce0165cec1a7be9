import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { AdminPage } from './admin-page.tsx'

const ada = { id: '0a000000-0000-4000-8000-000000000001', name: 'Ada King', email: 'ada@example.org' }
const order = {
  id: '0c000000-0000-4000-8000-000000000001',
  number: '261104123456',
  email: 'ada@example.org',
}
const found = {
  people: [
    { ...ada, foundBy: 'contact' as const },
    { ...ada, name: 'Firma Ost', foundBy: 'card' as const },
  ],
  orders: [order],
  videos: [{ id: 'closures', title: 'Closures' }],
}
const page = (
  <AdminPage title="A page">
    <input aria-label="A field" />
  </AdminPage>
)
const open = (at = '/admin/order/view/0c000000-0000-4000-8000-000000000001') =>
  show(page, { at, session: adminSession })
const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search the desk' })
const sections = () => screen.getByRole('navigation', { name: 'Admin' })

test('the section that the page belongs to is in sight in a low window', () => {
  fakeServer({})
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  onTestFinished(() => void vi.restoreAllMocks())
  open()
  expect(sections().parentElement?.scrollTop).toBe(700)
})

test('every page has the sections beside it, and marks the one that it belongs to', () => {
  fakeServer({})
  open()
  const links = within(sections()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin',
    '/admin/library',
    '/admin/library/categories',
    '/admin/library/series',
    '/admin/library/labels',
    '/admin/library/watched',
    '/admin/library/searched',
    '/admin/people',
    '/admin/people/import',
    '/admin/account/list',
    '/admin/declaration/list',
    '/admin/coupon/view',
    '/admin/coupon/add',
    '/admin/coupon/associates',
    '/admin/order/list',
    '/admin/product/list',
    '/admin/money',
    '/admin/money/cohorts',
    '/admin/money/forecast',
    '/admin/money/coupons',
    '/admin/money/invoices',
    '/admin/money/open',
    '/admin/money/tax',
    '/admin/messages',
    '/admin/messages/broadcasts',
    '/admin/messages/templates',
    '/admin/setup',
    '/admin/site/words',
    '/admin/site/look',
    '/admin/site/prices',
    '/admin/site/prices/customers',
    '/admin/system',
    '/admin/system/backups',
    '/admin/system/keys',
    '/admin/system/webhooks',
    '/admin/system/notices',
    '/admin/system/service',
    '/admin/system/audit',
  ])
  const marked = links.filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Orders', 'true'],
  ])
})

test('narrow screens have the sections in a sheet, which a followed link closes', async () => {
  fakeServer({})
  open('/admin/order/list')
  await userEvent.click(screen.getByRole('button', { name: 'Admin' }))
  const sheet = await screen.findByRole('dialog', { name: 'Admin' })
  const here = within(sheet).getByRole('link', { name: 'Orders' })
  expect(here.getAttribute('aria-current')).toBe('page')
  await userEvent.click(within(sheet).getByRole('link', { name: 'Mails' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByTestId('address').textContent).toBe('/admin/messages')
})

test('a slash leads to the search, except where one is typing', async () => {
  fakeServer({})
  open()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(search())
  expect(search().value).toBe('')
  await userEvent.type(screen.getByLabelText('A field'), '1/2')
  expect(screen.getByLabelText<HTMLInputElement>('A field').value).toBe('1/2')
})

test('the search finds pages at once, people, orders and videos a moment later, and opens what is chosen by keyboard', async () => {
  const server = fakeServer({ findAtDesk: () => ({ status: 200, body: found }) })
  open()
  await userEvent.type(search(), 'mail')
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  await waitFor(() => expect(options()).toContain('MailsMessages'))
  expect(server.asked('findAtDesk')).toEqual([])
  await waitFor(
    () =>
      expect(options().slice(-4)).toEqual([
        'Ada Kingada@example.org',
        'Firma OstCard · ada@example.org',
        '2611 0412 3456ada@example.org',
        'Closuresclosures',
      ]),
    { timeout: 3000 },
  )
  expect(server.asked('findAtDesk').map(({ query }) => query.get('query'))).toEqual(['mail'])
  await userEvent.clear(search())
  await userEvent.type(search(), 'associates')
  await waitFor(() => expect(options()[0]).toBe('AssociatesCoupons'))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByTestId('address').textContent).toBe('/admin/coupon/associates')
})

test('the search says when there is nothing', async () => {
  fakeServer({ findAtDesk: () => ({ status: 200, body: { people: [], orders: [], videos: [] } }) })
  open()
  await userEvent.type(search(), 'qqq')
  expect(await screen.findByText('Nothing found.', undefined, { timeout: 3000 })).toBeTruthy()
})
