import { describe, expect, test } from 'vitest'
import type { Language } from '#domain/language.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { collisionsIn, textsOfPdf } from '#support/pdf-texts.ts'
import { voucherOnSale } from '#support/shopper.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({
  settings: {
    SELLER_NAME: 'Robin Sample',
    SELLER_ADDRESS: 'Ring 1\n10115 Berlin',
    SELLER_EMAIL: 'robin@films.example',
  },
})

const textsFor = (language: Language, isConsumer: boolean) =>
  inTransaction(site.db, (trx) => site.services.contractTexts(trx, site.services, { language, isConsumer }))
const saidIn = (bytes: Buffer) =>
  textsOfPdf(bytes)
    .map(({ text }) => text)
    .join(' ')

describe('the texts of a contract', () => {
  test.each([
    [
      'en',
      ['Terms-and-conditions.pdf', 'Instruction-on-withdrawal.pdf'],
      'within 14 days without giving any reason',
    ],
    ['de', ['AGB.pdf', 'Widerrufsbelehrung.pdf'], 'binnen vierzehn Tagen ohne Angabe von Gründen'],
  ] as const)('of a consumer, in %s: terms and instruction on withdrawal', async (language, names, right) => {
    const files = await textsFor(language, true)
    expect(files.map(({ fileName }) => fileName)).toEqual(names)
    for (const { bytes } of files) {
      expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
      expect(collisionsIn(textsOfPdf(bytes))).toEqual([])
    }
    const [terms = '', withdrawal = ''] = files.map(({ bytes }) => saidIn(bytes))
    expect(terms).toContain('Robin Sample')
    expect(withdrawal).toContain(right)
    expect(withdrawal).toContain('10115 Berlin')
    expect(withdrawal).not.toMatch(/Phone|Telefon|\{\{/)
  })

  test('of a business have no instruction on a right that it does not have', async () => {
    const files = await textsFor('de', false)
    expect(files.map(({ fileName }) => fileName)).toEqual(['AGB.pdf'])
  })

  test('cover goods if there is a shop', async () => {
    const withdrawal = async () => saidIn((await textsFor('de', true))[1]?.bytes ?? Buffer.of())
    expect(await withdrawal()).not.toContain('Rücksendung')
    await voucherOnSale(site)
    expect(await withdrawal()).toContain('Rücksendung')
  })

  test('are set once as long as they are the same', async () => {
    const [first] = await textsFor('en', false)
    expect((await textsFor('en', false))[0]?.bytes).toBe(first?.bytes)
  })
})
