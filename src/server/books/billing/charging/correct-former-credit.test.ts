import { expect, test } from 'vitest'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { accountBooks } from '#support/books.ts'
import { newestMailTo } from '#support/mails.ts'
import { passDays, payingOwner, sessionOf } from '#support/paying-team.ts'
import { storeCreditToCorrect } from '#support/stored/money.ts'
import { testApp } from '#support/test-app.ts'
import { invoicesToCorrect } from './former-credit.store.ts'

// The credit notes of earlier balances, which the migration to gross credit leaves to the program.

const site = testApp({ settings: { RATE_LIMITS: '100000' } })

test('a balance of before gets its credit note, with its tax, in the books and by mail; once', async () => {
  const email = 'ada@former.example'
  const owner = await payingOwner(site, email)
  const { id: accountId } = (await sessionOf(owner)).account
  const documents = async () => (await readInvoices(site.db, accountId)).toReversed()
  const [invoice] = await documents()
  // as the migration leaves it: the balance has its tax already
  await storeCreditToCorrect(site.db, { invoiceId: invoice?.id ?? '', netCents: 500, vatCents: 95 })

  await passDays(site, 0)
  await passDays(site, 0)

  expect(await documents()).toMatchObject([
    { number: invoice?.number },
    {
      kind: 'credit-note',
      corrects: invoice?.number,
      net_cents: -500,
      vat_cents: -95,
      gross_cents: -595,
    },
  ])
  expect(await accountBooks(site.services, accountId)).toMatchObject({ heldCents: 595, taxOff: [] })
  expect(await invoicesToCorrect(site.db)).toEqual([])
  const mail = await newestMailTo(site, email)
  expect(mail.text).toContain('The amount is kept as credit of your account and pays your next invoices.')
})
