import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Company } from '#contract/accounts/company-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import { Component as CompanyLoginPage } from './company-login-page.tsx'
import { Component as CompanyPage } from './company-page.tsx'

const begun: Company = {
  domain: 'school.example',
  record: { name: '_lectern.school.example', value: 'lectern=1234' },
  isProven: false,
  lookedUpAt: null,
  redirectUri: 'https://films.example/auth/company/1/callback',
  logoutUri: 'https://films.example/auth/company/1/logout',
  provider: null,
  isTried: false,
  isOnly: false,
}
const proven: Company = { ...begun, isProven: true, lookedUpAt: '2026-11-26T12:00:00.000Z' }
const provider = { issuer: 'https://id.school.example', clientId: 'lectern' }
const tried: Company = { ...proven, provider, isTried: true }

const now = (company: Company | null) => () => ({ status: 200 as const, body: { company } })
const open = (at = '/account/company-sign-in', session: object = {}) =>
  show(
    <>
      <CompanyPage />
      <Notifications />
    </>,
    { at, session: { ...someSession, permissions: ['account.manage'], ...session } },
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('the domain comes first: a fault stands at its field, then the record, then what the check found', async () => {
  const begin = [problem('invalid', 'Invalid.', { domain: 'Not a domain.' }), now(begun)()]
  const prove = [problem('company-record-missing', 'The DNS record was not found.'), now(proven)()]
  const server = fakeServer({
    company: now(null),
    beginCompany: () => begin.shift() ?? expect.fail('asked too often'),
    proveCompany: () => prove.shift() ?? expect.fail('asked too often'),
  })
  open()
  await userEvent.type(await screen.findByLabelText('Domain'), 'school')
  await press('Begin')
  await waitFor(() => expect(screen.getByLabelText('Domain').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Not a domain.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Domain'), '.example')
  await press('Begin')
  expect(await screen.findByText('lectern=1234')).toBeDefined()
  expect(server.asked('beginCompany').at(-1)?.body).toEqual({ domain: 'school.example' })
  expect(headings()).not.toContain('2. Your provider')
  await press('Check the record')
  expect((await screen.findByRole('alert')).textContent).toBe('The DNS record was not found.')
  await press('Check the record')
  expect(await screen.findByText('school.example is proven.')).toBeDefined()
  expect(headings()).toContain('2. Your provider')
})

test('the provider is saved with a proof, and an empty secret keeps the stored one', async () => {
  const replies = [
    problem('proof-required', 'Please prove it.'),
    problem('invalid', 'Invalid.', { issuer: 'Not that issuer.' }),
    now({ ...proven, provider })(),
  ]
  const server = fakeServer({
    company: now({ ...tried, isTried: false }),
    changeCompanyProvider: () => replies.shift() ?? expect.fail('asked too often'),
  })
  open()
  await press('Change provider')
  await press('Save')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('current password'), 'secret{Enter}')
  await waitFor(() => expect(server.asked('changeCompanyProvider')).toHaveLength(2))
  expect(server.asked('changeCompanyProvider').at(-1)?.body).toEqual({
    ...provider,
    currentPassword: 'secret',
  })
  expect(await screen.findByText('Not that issuer.')).toBeDefined()
})

test('a user who tried it is told once, may make it the only way in, and may end it', async () => {
  const server = fakeServer({
    company: now(tried),
    changeCompanyOnly: now({ ...tried, isOnly: true }),
    endCompany: now(null),
  })
  open('/account/company-sign-in?tried=ada%40school.example')
  expect(await screen.findByText('It works. Your provider confirmed ada@school.example.')).toBeDefined()
  await press('Make it the only way in')
  expect(await screen.findByRole('button', { name: 'Allow passwords again' })).toBeDefined()
  expect(server.asked('changeCompanyOnly').at(-1)?.body).toEqual({ isOnly: true })
  await press('End company login')
  expect(await screen.findByText('Company login is ended.')).toBeDefined()
  expect(headings()).toEqual(['1. Your domain'])
})

test('who does not manage the account is told whose page it is', async () => {
  fakeServer({ company: now(null) })
  open('/account/company-sign-in', { permissions: [] })
  expect(await screen.findByText('Company login is set up by the owner of the account.')).toBeDefined()
  expect(screen.queryByLabelText('Domain')).toBeNull()
})

describe('the company login page', () => {
  test.each([
    ['company-unknown', /^No company logs in here/],
    ['company-no-seat', /^All licenses of your team are in use/],
    ['company-busy', 'Too many attempts. Please wait a moment and try again.'],
  ])('explains %s', async (word, sentence) => {
    show(<CompanyLoginPage />, { at: `/login/company?problem=${word}` })
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  })

  test.each(['constructor', 'Call+this+number'])('says nothing for %s', async (word) => {
    show(<CompanyLoginPage />, { at: `/login/company?problem=${word}` })
    expect(await screen.findByLabelText('Work email')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['', 'Please enter your email.'],
    ['ada@', 'Please enter a valid email.'],
  ])('asks for an email where %j was typed', async (typed, sentence) => {
    show(<CompanyLoginPage />, { at: '/login/company' })
    const field = await screen.findByLabelText('Work email')
    if (typed) await userEvent.type(field, typed)
    await press('Continue')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(sentence)).toBeDefined()
  })
})
