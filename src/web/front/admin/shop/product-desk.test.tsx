import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ProductDesk } from '#contract/admin/admin-products.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as ProductListPage } from './product-list-page.tsx'

const id = (n: number) => `0d000000-0000-4000-8000-00000000000${n}`
const desk: ProductDesk = {
  vouchers: [
    {
      id: id(1),
      version: 3,
      name: 'Half a year',
      description: '',
      netCents: 5000,
      licenseCount: 2,
      interval: { value: 6, unit: 'm' },
      onSale: true,
    },
  ],
  goods: [
    {
      id: id(2),
      version: 1,
      name: 'Cup',
      description: '',
      picture: '',
      taxClass: 'standard',
      onSale: false,
      variants: [{ id: id(3), name: 'Red', netCents: 900, weightGrams: 350, onSale: true, stock: 7 }],
    },
  ],
  shippingMethods: [],
  discounts: [],
  pictures: ['cup.webp', 'mug.svg'],
}
const done = () => ({ status: 200, body: { status: 'ok' } }) as const
const open = () => show(<ProductListPage />, { session: adminSession })
const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
const inDialog = () => within(screen.getByRole('dialog'))
const type = async (label: string, text: string) => {
  const field = inDialog().getByLabelText(label)
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}
const save = () => userEvent.click(inDialog().getByRole('button', { name: 'Save' }))

test('a voucher is changed by its version, with a price typed as one writes it', async () => {
  const server = fakeServer({ productDesk: () => ({ status: 200, body: desk }), saveVoucher: done })
  open()
  expect((await screen.findByRole('table')).textContent).toContain('2 users for 6 months')
  await userEvent.click(screen.getByRole('button', { name: 'Half a year' }))
  await type('Net price in euros', '62,50')
  await userEvent.click(inDialog().getByLabelText('on sale'))
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { version, description, interval, licenseCount, name } = desk.vouchers[0] ?? {}
  expect(server.asked('saveVoucher').map(({ body }) => body)).toEqual([
    { id: id(1), version, name, description, netCents: 6250, licenseCount, interval, onSale: false },
  ])
})

test('what the server says of a field stands there, and nothing that was typed is lost', async () => {
  const server = fakeServer({
    productDesk: () => ({ status: 200, body: desk }),
    saveVoucher: () => problem('invalid', 'Please check your entries.', { netCents: 'Too little.' }),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add a gift voucher' }))
  await type('Name', 'New')
  await type('Net price in euros', 'a lot')
  await save()
  expect(await inDialog().findByText('Too little.')).toBeTruthy()
  expect(inDialog().getByLabelText<HTMLInputElement>('Name').value).toBe('New')
  expect(server.asked('saveVoucher')[0]?.body).toMatchObject({ name: 'New', netCents: -1 })
  expect(server.asked('saveVoucher')[0]?.body).not.toHaveProperty('id')
})

test('says when somebody else has changed it, and asks for the password when the server does', async () => {
  let answers = [
    problem('password-required', 'Password.'),
    problem('version-conflict', 'Somebody else was here.'),
  ]
  fakeServer({
    productDesk: () => ({ status: 200, body: desk }),
    saveVoucher: () => {
      const [first = problem('unavailable', 'Away.'), ...rest] = answers
      answers = rest
      return first
    },
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Half a year' }))
  await save()
  await userEvent.type(await screen.findByLabelText('current password'), 'secret')
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody else was here.')
})

test('stock is changed by so many pieces, and a variant is added', async () => {
  const server = fakeServer({ productDesk: () => ({ status: 200, body: desk }), saveGoods: done })
  open()
  await screen.findByRole('table')
  await tab('Goods')
  await userEvent.click(screen.getByRole('button', { name: 'Cup' }))
  await type('Change of stock', '-2')
  await userEvent.click(inDialog().getByRole('button', { name: 'Add a variant' }))
  const [, added] = inDialog().getAllByRole('group')
  if (!added) throw new Error('no variant was added')
  await userEvent.type(within(added).getByLabelText('Net price in euros'), '9')
  await userEvent.type(within(added).getByLabelText('Weight in grams'), '400')
  await userEvent.type(within(added).getByLabelText('Stock'), '5')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('saveGoods')[0]?.body).toMatchObject({
    id: id(2),
    version: 1,
    variants: [
      { id: id(3), name: 'Red', netCents: 900, weightGrams: 350, stockChange: -2 },
      { name: '', netCents: 900, weightGrams: 400, stockChange: 5 },
    ],
  })
})

test('a picture is chosen from those that there are, and one whose file is gone stays until another is chosen', async () => {
  const [cup] = desk.goods
  if (!cup) throw new Error('no goods')
  const gone = { ...desk, goods: [{ ...cup, picture: 'gone.webp' }] }
  const server = fakeServer({ productDesk: () => ({ status: 200, body: gone }), saveGoods: done })
  open()
  await screen.findByRole('table')
  await tab('Goods')
  await userEvent.click(screen.getByRole('button', { name: 'Cup' }))
  const choice = inDialog().getByRole<HTMLSelectElement>('combobox', { name: 'Picture' })
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'No picture',
    'gone.webp',
    'cup.webp',
    'mug.svg',
  ])
  expect(choice.value).toBe('gone.webp')
  await userEvent.selectOptions(choice, 'mug.svg')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('saveGoods')[0]?.body).toMatchObject({ picture: 'mug.svg' })
})

test('a way of shipping and a discount code are added', async () => {
  const server = fakeServer({
    productDesk: () => ({ status: 200, body: desk }),
    saveShippingMethod: done,
    saveDiscount: done,
  })
  open()
  await screen.findByRole('table')
  await tab('Shipping')
  expect(screen.getByText('Nothing there yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add a way of shipping' }))
  await type('Name', 'Parcel')
  await type('Net price in euros', '4,90')
  await type('Countries', 'de, at Austria')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('saveShippingMethod')[0]?.body).toMatchObject({
    netCents: 490,
    countries: ['DE', 'AT', '??'],
  })
  await tab('Discount codes')
  await userEvent.click(screen.getByRole('button', { name: 'Add a discount code' }))
  await type('Code', 'SPRING')
  await type('Percent off', '10')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('saveDiscount')[0]?.body).toEqual({
    code: 'SPRING',
    freeShipping: false,
    percent: 10,
    offCents: null,
    minimumCents: 0,
    validFrom: null,
    validUntil: null,
    maxUses: null,
  })
})
