import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { QueryRoot } from '#web/platform/site/query-root.tsx'
import { Component } from './account-list-page.tsx'

const page = (
  <QueryRoot>
    <Component />
  </QueryRoot>
)
const ada = { id: '0a000000-0000-4000-8000-000000000001', name: 'Ada <b>King</b>', email: 'ada@example.org' }
const eve = { id: '0a000000-0000-4000-8000-000000000002', name: 'Eve', email: 'eve@example.org' }

const open = (at = '/admin/account/list') =>
  show(page, { at, path: '/admin/account/list', session: adminSession })
const status = () => document.querySelector('p[role=status]')?.textContent
const says = (sentence: string) => waitFor(() => expect(status()).toBe(sentence), { timeout: 3000 })
const field = () => screen.getByLabelText<HTMLInputElement>('Name or email')

test('what is typed is searched for once, half a second after the last key, and stands in the address', async () => {
  const server = fakeServer({
    findContacts: () => ({ status: 200, body: { contacts: [ada, eve], errorMessage: null } }),
  })
  open()
  expect(status()).toBe('Enter a query to limit the number of results')
  await userEvent.type(field(), 'e@ex')
  expect(status()).toBe('Loading...')
  expect(server.asked('findContacts')).toEqual([])
  await says('Found 2 matches')
  expect(server.asked('findContacts').map(({ body }) => body)).toEqual([{ query: 'e@ex' }])
  expect(screen.getByTestId('address').textContent).toBe('/admin/account/list?query=e%40ex')
  const link = screen.getByRole('link', { name: 'Ada <b>King</b>' })
  expect(link.getAttribute('href')).toBe(`/admin/account/view/${ada.id}`)
  expect(screen.getByText('ada@example.org')).toBeTruthy()
})

test('matches stand on pages of ten, which begin anew with another search', async () => {
  const people = (name: string) =>
    Array.from({ length: 21 }, (_, n) => ({ id: `${name}${n}`, name: `${name} ${n + 1}`, email: 'a@b.de' }))
  fakeServer({
    findContacts: ({ body }) => ({
      status: 200,
      body: { contacts: people((body as { query: string }).query), errorMessage: null },
    }),
  })
  open('/admin/account/list?query=Ann')
  await says('Found 21 matches')
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(names()).toHaveLength(10)
  expect(screen.getByText('1 to 10 of 21')).toBeTruthy()
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
  await userEvent.click(next())
  await userEvent.click(next())
  expect(names()).toEqual(['Ann 21'])
  expect(next().disabled).toBe(true)
  await userEvent.clear(field())
  await userEvent.type(field(), 'Bob{Enter}')
  await waitFor(() => expect(names()[0]).toBe('Bob 1'))
})

test('an address with a query is searched for at once', async () => {
  fakeServer({ findContacts: () => ({ status: 200, body: { contacts: [eve], errorMessage: null } }) })
  open('/admin/account/list?query=eve')
  expect(field().value).toBe('eve')
  await says('Found 1 match')
})

test('an empty query asks for nothing, and takes the results away', async () => {
  const server = fakeServer({
    findContacts: () => ({ status: 200, body: { contacts: [eve], errorMessage: null } }),
  })
  open('/admin/account/list?query=once')
  await says('Found 1 match')
  const asked = server.asked('findContacts').length
  await userEvent.clear(field())
  await userEvent.type(field(), '   ')
  await says('Enter a query to limit the number of results')
  expect(screen.queryByText('eve@example.org')).toBeNull()
  expect(server.asked('findContacts')).toHaveLength(asked)
})

test('says that nobody was found, that there are more, and what went wrong', async () => {
  const answers = () => [
    { status: 200, body: { contacts: [], errorMessage: null } } as const,
    { status: 200, body: { contacts: [eve], errorMessage: 'There are more than 100 matches.' } } as const,
    problem('forbidden', 'You are not allowed to do this.'),
    { status: 200, body: {} } as never,
  ]
  fakeServer({ findContacts: ({ body }) => answers()[Number((body as { query: string }).query)] as never })
  open('/admin/account/list?query=0')
  await says('No matching contacts')
  const next = async (query: string, sentence: string) => {
    await userEvent.clear(field())
    await userEvent.type(field(), `${query}{Enter}`)
    await says(sentence)
  }
  await next('1', 'Found 1 match')
  expect(screen.getByText('There are more than 100 matches.')).toBeTruthy()
  await next('2', 'You are not allowed to do this.')
  await next('3', 'Incomprehensible response data received...')
})

test.each([
  ['null', null],
  ['without its list', {}],
  ['with another thing for its list', { contacts: 'eve@example.org', errorMessage: null }],
])('a reply %s is incomprehensible', async (_, body) => {
  fakeServer({ findContacts: () => ({ status: 200, body }) as never })
  open('/admin/account/list?query=eve')
  await says('Incomprehensible response data received...')
})
