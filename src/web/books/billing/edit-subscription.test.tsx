import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Account, SignedInSession } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSession, useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { BillingDetails } from './billing-details.tsx'

const account: Account = { ...someSession.account, billingAddress: 'Ada\nLondon', country: 'DE' }
const said = () => useNotifications.getState().notifications.map(({ message }) => message)
const ok = (change: Partial<Account>) => ({
  status: 200 as const,
  body: { account: { ...account, ...change } },
})
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const accountNow = () => (useSite.getState().session as SignedInSession).account

describe('the billing address', () => {
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Billing address')
  const open = (billingAddress = 'Ada\nLondon') =>
    show(<BillingDetails account={{ ...account, billingAddress }} />, { session: someSession })

  test('has four rows', () => {
    open()
    expect(box().rows).toBe(4)
    expect(box().value).toBe('Ada\nLondon')
  })

  test.each([
    ['unchanged', 'Ada\nLondon'],
    ['changed in spaces around it alone', '  Ada\nLondon\n'],
    ['empty', ''],
    ['blank', ' \n '],
  ])('cannot be saved while it is %s', async (_, text) => {
    open()
    await userEvent.clear(box())
    if (text) await userEvent.type(box(), text)
    expect(save().disabled).toBe(true)
  })

  test('is saved, and cannot be saved twice', async () => {
    const server = fakeServer({ changeBillingAddress: () => ok({ billingAddress: 'Ada\nParis' }) })
    open()
    await userEvent.clear(box())
    await userEvent.type(box(), 'Ada\nParis ')
    await userEvent.click(save())
    await waitFor(() => expect(said()).toEqual(['Your billing address was saved.']))
    expect(server.asked('changeBillingAddress')[0]?.body).toEqual({ address: 'Ada\nParis' })
    expect(accountNow().billingAddress).toBe('Ada\nParis')
    expect(box().value).toBe('Ada\nParis')
  })

  test('keeps its input if the server refuses', async () => {
    fakeServer({ changeBillingAddress: () => problem('invalid', 'Please check.', { address: 'Too long.' }) })
    open('')
    await userEvent.type(box(), 'Ada')
    await userEvent.click(save())
    expect(await screen.findByText('Too long.')).toBeTruthy()
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(box().value).toBe('Ada')
    expect(save().disabled).toBe(false)
  })
})

describe('the billing country and the VAT id', () => {
  const country = () => screen.getByLabelText<HTMLSelectElement>('Billing country')
  const vatId = () => screen.getByLabelText<HTMLInputElement>('VAT id')
  const open = (stored = { country: 'DE', vatId: '', business: false }) =>
    show(<BillingDetails account={{ ...account, ...stored }} />, { session: { ...someSession, account } })
  const session = () => ({
    status: 200 as const,
    body: useSite.getState().session ?? { authenticated: false as const },
  })

  test('shows the countries by name, in their order', () => {
    open()
    const names = [...country().options].map(({ text }) => text)
    expect(names.slice(0, 2)).toEqual(['Please choose', 'Afghanistan'])
    expect(names).toContain('Austria')
    expect(country().selectedOptions[0]?.text).toBe('Germany')
  })

  test('an id of that country is saved', async () => {
    const server = fakeServer({
      changeVatId: () => ok({ country: 'AT', vatId: 'ATU12345678' }),
      userSession: session,
    })
    open()
    expect(save().disabled).toBe(true)
    await userEvent.selectOptions(country(), 'Austria')
    await userEvent.type(vatId(), 'ATU 12345678')
    await userEvent.click(save())
    await waitFor(() => expect(said()).toEqual(['Your billing country and VAT id were saved.']))
    expect(server.asked('changeVatId')[0]?.body).toEqual({
      country: 'AT',
      vatId: 'ATU 12345678',
      business: false,
    })
    expect(vatId().value).toBe('ATU12345678')
    expect(accountNow()).toMatchObject({ country: 'AT', vatId: 'ATU12345678' })
  })

  test('a blank id passes', async () => {
    const server = fakeServer({ changeVatId: () => ok({ country: 'FR' }), userSession: session })
    open({ country: '', vatId: '', business: false })
    expect(save().disabled).toBe(true)
    await userEvent.selectOptions(country(), 'France')
    await userEvent.click(save())
    await waitFor(() => expect(said()).toHaveLength(1))
    expect(server.asked('changeVatId')[0]?.body).toEqual({ country: 'FR', vatId: '', business: false })
  })

  test('a company without an ID declares itself as one', async () => {
    const server = fakeServer({
      changeVatId: () => ok({ country: 'DE', business: true }),
      userSession: session,
    })
    open()
    const business = screen.getByRole<HTMLInputElement>('checkbox', { name: /I buy for a company/ })
    await userEvent.click(business)
    await userEvent.click(save())
    await waitFor(() => expect(said()).toHaveLength(1))
    expect(server.asked('changeVatId')[0]?.body).toEqual({ country: 'DE', vatId: '', business: true })
    expect(business.checked).toBe(true)
  })

  test('an id of another country is not sent', async () => {
    const server = fakeServer({})
    open()
    await userEvent.type(vatId(), 'ATU12345678')
    await userEvent.click(save())
    const sentence = 'Please enter a valid VAT id that starts with the code of the country.'
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(server.requests).toEqual([])
    await userEvent.type(vatId(), '9')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('a fault found by the server is shown at the field', async () => {
    fakeServer({ changeVatId: () => problem('invalid', 'Please check.', { vatId: 'Not registered.' }) })
    open({ country: 'DE', vatId: 'DE123456789', business: false })
    await userEvent.selectOptions(country(), 'Austria')
    await userEvent.clear(vatId())
    await userEvent.click(save())
    expect(await screen.findByText('Not registered.')).toBeTruthy()
    expect(vatId().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('address and country under one Save', () => {
  const session = () => ({
    status: 200 as const,
    body: useSite.getState().session ?? { authenticated: false as const },
  })
  const enterBoth = async () => {
    show(<OfSession />, { session: { ...someSession, account } })
    await userEvent.type(screen.getByLabelText('Billing address'), '{Enter}SW1')
    await userEvent.selectOptions(screen.getByLabelText('Billing country'), 'Austria')
    await userEvent.click(save())
  }

  test('are saved together and confirmed once', async () => {
    const server = fakeServer({
      changeVatId: () => ok({ country: 'AT' }),
      changeBillingAddress: () => ok({ country: 'AT', billingAddress: 'Ada\nLondon\nSW1' }),
      userSession: session,
    })
    await enterBoth()
    await waitFor(() => expect(said()).toEqual(['Your billing details were saved.']))
    expect(server.asked('changeBillingAddress')[0]?.body).toEqual({ address: 'Ada\nLondon\nSW1' })
    expect(server.asked('changeVatId')).toHaveLength(1)
    expect(accountNow()).toMatchObject({ country: 'AT', billingAddress: 'Ada\nLondon\nSW1' })
    expect(save().disabled).toBe(true)
  })

  test('where the second is refused, the first is kept and the entry stays', async () => {
    fakeServer({
      changeVatId: () => ok({ country: 'AT' }),
      changeBillingAddress: () => problem('invalid', 'Please check.', { address: 'Too long.' }),
      userSession: session,
    })
    await enterBoth()
    expect(await screen.findByText('Too long.')).toBeTruthy()
    expect(said()).toEqual([])
    expect(accountNow().country).toBe('AT')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Billing address').value).toBe('Ada\nLondon\nSW1')
  })

  test('without an address nothing can be saved', async () => {
    show(<BillingDetails account={{ ...account, billingAddress: '' }} />, { session: someSession })
    await userEvent.selectOptions(screen.getByLabelText('Billing country'), 'Austria')
    expect(save().disabled).toBe(true)
  })
})

function OfSession() {
  return <BillingDetails account={(useSession() as SignedInSession).account} />
}
