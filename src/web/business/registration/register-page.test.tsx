import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component } from './register-page.tsx'

const accepted = () =>
  ({ status: 202, body: { status: 'confirmation-needed', email: 'ada@example.org' } }) as const

const open = (more: Parameters<typeof show>[1] = {}) =>
  show(<Component />, { at: '/register', path: '/register', ...more })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Register' }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const terms = () => screen.getByRole('checkbox', { name: /I agree to the terms & conditions/ })

type Entered = { [label: string]: string }
const good: Entered = {
  'Full name': 'Ada Lovelace',
  Email: 'ada@example.org',
  Password: 'correct horse',
  'Confirm password': 'correct horse',
}

async function enter(entered: Entered, agreed = true) {
  for (const [label, value] of Object.entries(entered)) {
    await userEvent.clear(field(label))
    if (value) await userEvent.type(field(label), value)
  }
  if (agreed) await userEvent.click(terms())
}

describe('registration asks', () => {
  test('for everything at once if the form is empty, without a request', async () => {
    const server = fakeServer({})
    open()
    await submit()
    for (const sentence of [
      'Please enter your name.',
      'Please enter your email.',
      'Please choose a password.',
      'You have to agree to the terms & conditions in order to use the product',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByText('The coupon code you entered is invalid')).toBeNull()
    expect(document.activeElement).toBe(field('Full name'))
    expect(server.requests).toEqual([])
  })

  test.each([
    ['Full name', '', 'Please enter your name.'],
    ['Full name', '   ', 'Please enter your name.'],
    ['Email', '', 'Please enter your email.'],
    ['Email', 'ada', 'Please enter a valid email.'],
    ['Email', 'ada@example', 'Please enter a valid email.'],
    ['Confirm password', 'other horse', 'The passwords do not match.'],
    ['Password', 'short', 'Please choose a password with at least 8 characters.'],
    ['Coupon code', 'ab', 'The coupon code you entered is invalid'],
    ['Coupon code', 'abc!', 'The coupon code you entered is invalid'],
  ])('about %s %j: %s', async (label, value, sentence) => {
    const server = fakeServer({})
    open()
    await enter({ ...good, [label]: value })
    await submit()
    const complaint = await screen.findByText(sentence)
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(field(label).getAttribute('aria-describedby')).toContain(complaint.id)
    expect(server.requests).toEqual([])
  })

  test('no longer when it was put right', async () => {
    fakeServer({})
    open()
    await submit()
    await screen.findByText('Please enter your name.')
    await userEvent.type(field('Full name'), 'Ada')
    await waitFor(() => expect(screen.queryByText('Please enter your name.')).toBeNull())
  })
})

describe('if no message arrives', () => {
  const openSent = async (at: string) => {
    const server = fakeServer({ register: accepted, resendRegistration: accepted })
    open({ at })
    await enter({ ...good, 'Coupon code': 'SPRING26' })
    await userEvent.click(screen.getByLabelText(/^Tell me by email when there is something new/))
    await submit()
    await screen.findByRole('heading', { name: 'Nearly done' })
    return server
  }

  test('it is sent again, with the way back to the page that was wanted', async () => {
    const server = await openSent('/register?next=%2Fcontent%2Fvideo%2Fclosures')
    expect(screen.queryByText(/We sent the message again/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect((await screen.findByText(/^We sent the message again/)).getAttribute('role')).toBe('status')
    expect(server.asked('resendRegistration').map(({ body }) => body)).toEqual([
      { email: 'ada@example.org', next: '/content/video/closures' },
    ])
  })

  test('it shows why nothing was sent again', async () => {
    fakeServer({
      register: accepted,
      resendRegistration: () => problem('too-many-requests', 'Too many attempts.'),
    })
    open()
    await enter(good)
    await submit()
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
    expect(screen.queryByText(/We sent the message again/)).toBeNull()
  })

  test('a wrong address is put right in the form, which has all but the passwords', async () => {
    const server = await openSent('/register')
    await userEvent.click(screen.getByRole('button', { name: 'Wrong address?' }))
    await screen.findByRole('heading', { name: 'Register' })
    expect(
      ['Full name', 'Email', 'Password', 'Confirm password', 'Coupon code'].map(
        (label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value,
      ),
    ).toEqual(['Ada Lovelace', 'ada@example.org', '', '', 'SPRING26'])
    expect((terms() as HTMLInputElement).checked).toBe(true)
    const email = field('Email')
    expect(document.activeElement).toBe(email)
    await userEvent.clear(email)
    await userEvent.type(email, 'ada@right.example')
    await enter({ Password: 'correct horse', 'Confirm password': 'correct horse' }, false)
    await submit()
    await screen.findByRole('heading', { name: 'Nearly done' })
    expect(server.asked('register').map(({ body }) => body)).toMatchObject([
      { email: 'ada@example.org', newsletter: true },
      { email: 'ada@right.example', newsletter: true, couponCode: 'SPRING26', termsAccepted: true },
    ])
  })
})

describe('registration', () => {
  test('is sent, and the confirmation message shown', async () => {
    const server = fakeServer({ register: accepted })
    open()
    await enter({ ...good, 'Full name': ' Ada Lovelace ', 'Coupon code': ' SPRING 26 ' })
    await userEvent.click(screen.getByLabelText(/^Tell me by email when there is something new/))
    await submit()
    expect(
      await screen.findByText(
        'Please click on the link in the message we sent to confirm you can be reached at ada@example.org.',
      ),
    ).toBeTruthy()
    expect(server.asked('register')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      password: 'correct horse',
      couponCode: 'SPRING 26',
      newsletter: true,
      termsAccepted: true,
    })
  })

  test('sends no empty coupon code, and no newsletter unless it was chosen', async () => {
    const server = fakeServer({ register: accepted })
    open()
    await enter(good)
    await submit()
    await screen.findByText(/Please click on the link/)
    expect(server.asked('register')[0]?.body).not.toHaveProperty('couponCode')
    expect(server.asked('register')[0]?.body).toMatchObject({ newsletter: false })
  })

  test('shows the server’s fault of a field at that field', async () => {
    const sentence = 'The coupon code you entered is invalid'
    fakeServer({ register: () => problem('invalid', 'Please check your entries.', { couponCode: sentence }) })
    open()
    await enter({ ...good, 'Coupon code': 'USEDUP' })
    await submit()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(field('Coupon code'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows any other message above the button, and keeps the input', async () => {
    fakeServer({ register: () => problem('too-many-requests', 'Too many attempts.') })
    open()
    await enter(good)
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
    expect(field('Email').value).toBe('ada@example.org')
  })

  test('sent again after a lost reply is the same registration; changed, it is another', async () => {
    const server = fakeServer({ register: () => 'unreachable' })
    open()
    await enter(good)
    await submit()
    await screen.findByRole('alert')
    await submit()
    await waitFor(() => expect(server.asked('register')).toHaveLength(2))
    await userEvent.type(field('Full name'), 'x')
    await submit()
    await waitFor(() => expect(server.asked('register')).toHaveLength(3))
    const [first, second, third] = server
      .asked('register')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})

describe('the registration page', () => {
  test('announces the free trial, if there is one', () => {
    open()
    expect(
      screen.getByText(/Your free trial of 14 days starts when you have confirmed your email/),
    ).toBeTruthy()
  })

  test.each([
    ['there is no trial', { trialDays: 0 }],
    ['the service is closing', { serviceMode: 'sunset' as const }],
  ])('promises no trial when %s', (_, config) => {
    open({ config })
    expect(screen.queryByText(/free trial/)).toBeNull()
  })

  test('announces that the service is closing, and takes no new subscriptions', () => {
    open({ config: { serviceMode: 'sunset' } })
    expect(screen.getByText(/^This service is closing: new subscriptions are no longer taken/)).toBeTruthy()
  })

  test('says while the service is paused that only a voucher lets one register', () => {
    open({ config: { serviceMode: 'paused' } })
    expect(screen.getByText(/If you have a voucher, you can register with its code/)).toBeTruthy()
    expect(screen.queryByText(/free trial/)).toBeNull()
  })

  test('links terms and privacy policy without losing the input', () => {
    open()
    const links = ['terms & conditions', 'privacy policy'].map((name) => screen.getByRole('link', { name }))
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/terms-and-conditions', '_blank'],
      ['/privacy-policy', '_blank'],
    ])
  })

  test('redirects a signed-in user', () => {
    open({ session: someSession })
    expect(screen.getByTestId('address').textContent).toBe('/content')
  })

  test.each([
    [true, ['/demo', '/login']],
    [false, ['/login']],
  ])('continues after registering (demo: %s) with %j', async (demo, targets) => {
    fakeServer({ register: accepted })
    open({ config: { demo } })
    await enter(good)
    await submit()
    await screen.findByText(/Please click on the link/)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(targets)
  })
})

test('a requested page is returned to: by the mail, by the login, and at once if signed in', async () => {
  const server = fakeServer({ register: accepted })
  const at = '/register?next=%2Fcontent%2Fvideo%2Fclosures'
  const { unmount } = open({ at })
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
    '/login?next=%2Fcontent%2Fvideo%2Fclosures',
  )
  await enter(good)
  await submit()
  await waitFor(() =>
    expect(server.asked('register')[0]?.body).toMatchObject({ next: '/content/video/closures' }),
  )
  unmount()
  open({ at, session: someSession })
  expect(screen.getByTestId('address').textContent).toBe('/content/video/closures')
})

test.each(['//evil.test', 'https://evil.test/', '/%5Cevil.test'])(
  'a URL cannot redirect elsewhere (%s)',
  (next) => {
    open({ at: `/register?next=${next}`, session: someSession })
    expect(screen.getByTestId('address').textContent).toBe('/content')
  },
)

describe('a link with the code of a voucher', () => {
  test('fills the field, and has no code in its address once that is read', async () => {
    const server = fakeServer({ register: accepted })
    const { unmount } = open({ at: '/register?coupon=GIFT-AAAA-BBBB-CCCC' })
    expect(field('Coupon code').value).toBe('GIFT-AAAA-BBBB-CCCC')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/register'))
    unmount()
    open()
    expect(field('Coupon code').value).toBe('GIFT-AAAA-BBBB-CCCC')
    await enter(good)
    await submit()
    await screen.findByText(/^Please click on the link/)
    expect(server.asked('register')[0]?.body).toMatchObject({ couponCode: 'GIFT-AAAA-BBBB-CCCC' })
    expect(sessionStorage.getItem('lectern')).not.toContain('GIFT')
  })

  test('links users with an account to redeeming it', async () => {
    fakeServer({})
    open({ at: '/register?coupon=GIFT-AAAA-BBBB-CCCC' })
    const login = screen.getByRole('link', { name: 'Login' })
    expect(login.getAttribute('href')).toBe('/login?next=%2Fredeem%2Fit')
  })

  test('redirects a signed-in user to redeeming it', async () => {
    fakeServer({})
    open({ at: '/register?coupon=GIFT-AAAA-BBBB-CCCC', session: someSession })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/redeem/it'))
  })
})
