import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { priceSets } from '#domain/pricing.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { writeSetting } from '#server/platform/database/setting.store.ts'
import {
  auditOf,
  browserOf,
  expiredOwner,
  sellingSite,
  signedInAdmin,
  teamAccountId,
  theAdmin,
} from '#support/admin.ts'
import { active } from '#support/billing-states.ts'
import { mailsTo } from '#support/mails.ts'
import { owedOrder, paidOrder } from '#support/shopper.ts'
import { isStoredWithReply, withoutAudit } from '#support/stored/audit.ts'
import { waitingDeclaration } from '#support/stored/declarations.ts'
import { storeImportedPerson, storePeopleImport } from '#support/stored/imports.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { storeMember } from '#support/stored/member.ts'
import { contentsOf, storeRow, tableNames } from '#support/stored/rows.ts'
import { confirmTotps, giveTotp, unconfirmTotps } from '#support/stored/second-factors.ts'
import { someAttempt, someCharge } from '#support/stored/some-rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { type TestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { storeCoupon } from './support/stored/coupons.ts'

// Security requirements SEC-40 and SEC-42: whatever the admin changes needs the admin's session, a second factor, the own
// password, a CSRF token, and leaves one entry in the audit log, or nothing happens at all.

const { accountId } = expiredOwner
const couponCode = 'Gift of the admin'
const owedOrderId = '0d000000-0000-4000-8000-000000000000'
const declarationId = '0b000000-0000-4000-8000-000000000000'
const attemptId = '0e000000-0000-4000-8000-000000000000'
const paidOrderId = '0c000000-0000-4000-8000-000000000000'

const checkedListId = '0e000000-0000-4000-8000-000000000000'
const importId = '0f000000-0000-4000-8000-000000000000'
const cardsImportId = '0f000000-0000-4000-8000-000000000001'

const priceMoveId = '0f000000-0000-4000-8000-000000000002'
const priceMove = {
  name: 'pandemic2020',
  plan: priceSets.pandemic2020,
  day: '2027-03-01',
  otherwise: 'keep',
}

/** Paid until 21 December. */
const paying = { ...active.state, status: 'active', until: new Date('2026-12-20T23:00:00Z') } as const

const freeDays = { kind: 'free-days', days: 30 } as const
/** As previewed when the site is open. */
const shownCorrection: Record<string, unknown> = {}

/** A valid body of each change; its password is added. */
const bodies: ReadonlyMap<Call, Record<string, unknown>> = new Map<Call, Record<string, unknown>>([
  [calls.assignPrepaid, { accountId, licenseCount: 3, interval: { value: 1, unit: 'm' } }],
  [calls.assignCoupon, { accountId, couponCode }],
  [
    calls.correctAccount,
    { accountId: teamAccountId, correction: freeDays, shown: shownCorrection, reason: 'an outage' },
  ],
  [calls.assignTemporaryPassword, { accountId, temporaryPassword: 'good for once' }],
  [calls.resetSecondFactor, { accountId }],
  [calls.endUserSessions, { accountId }],
  [calls.moveContact, { accountId, email: 'moves@example.org', reason: 'a lost mailbox' }],
  [
    calls.orderBroadcast,
    {
      kind: 'contract',
      language: 'en',
      subject: 'New terms',
      text: 'They are *here*.',
      toLanguage: null,
      toStatus: null,
      at: null,
    },
  ],
  [calls.importPeople, { id: checkedListId }],
  [calls.invitePeople, { id: importId, count: 1 }],
  [calls.takeOverCards, { id: cardsImportId }],
  [calls.undoPeopleImport, { id: importId }],
  [calls.addCoupons, { licenseCount: 2, interval: { value: 1, unit: 'm' }, codes: ['Added by the admin'] }],
  [calls.orderPriceMove, priceMove],
  [calls.stopPriceMove, { id: priceMoveId }],
  [
    calls.saveTerms,
    {
      terms: { trialDays: '7', graceDays: '10', refundDays: '14' },
      shown: { trialDays: 14, graceDays: 10, refundDays: 7 },
    },
  ],
  [calls.purgeAccount, { id: teamAccountId }],
  [calls.savePrices, { text: 'onSale: pandemic2020\n', version: 0, fileDigest: null }],
  [calls.openSite, {}],
  [calls.markOrderPaid, { id: owedOrderId, receivedOn: '2026-11-21' }],
  [calls.decideWaitingDeclaration, { id: declarationId, decision: 'reject' }],
  [calls.changeClosing, { act: 'order', name: 'Lectern' }],
  [calls.giveUpCharge, { id: attemptId }],
  [calls.refundOrder, { id: paidOrderId, grossCents: 1000, leftCents: 1190 }],
])

/** Read-only look-ups of the admin. */
const lookUps: readonly Call[] = [
  calls.findContacts,
  calls.viewAccount,
  calls.auditLog,
  calls.auditCsv,
  calls.verifyAudit,
  calls.systemAtDesk,
  calls.serviceAtDesk,
  calls.backupsAtDesk,
  calls.apiKeys,
  calls.webhooksAtDesk,
  calls.webhookDeliveries,
  calls.storageAtDesk,
  calls.previewClosing,
  calls.noticesAtDesk,
  calls.pricesAtDesk,
  calls.wordsAtDesk,
  calls.wordsOfPage,
  calls.draftWords,
  calls.lookAtDesk,
  calls.draftLook,
  calls.setUpAtDesk,
  calls.draftPrices,
  calls.priceMoves,
  calls.previewPriceMove,
  calls.priceMove,
  calls.priceMoveCsv,
  calls.people,
  calls.peopleCsv,
  calls.peopleImports,
  calls.peopleListErrors,
  calls.findAtDesk,
  calls.today,
  calls.accountHistory,
  calls.accountPapers,
  calls.paperPdf,
  calls.personLogin,
  calls.previewCorrection,
  calls.accountCharges,
  calls.correctableInvoices,
  calls.lookUpCoupons,
  calls.couponAssociates,
  calls.findOrders,
  calls.deskOrder,
  calls.packingList,
  calls.addressLabel,
  calls.productDesk,
  calls.mailQueue,
  calls.mailSamples,
  calls.mailSample,
  calls.mailSampleHtml,
  calls.broadcasts,
  calls.previewBroadcast,
  calls.watchedFilms,
  calls.watchedFilmsCsv,
  calls.watchedFilm,
  calls.searchedWords,
  calls.searchedWordsCsv,
  calls.moneyReport,
  calls.moneyReportCsv,
  calls.cohorts,
  calls.cohortsCsv,
  calls.moneyChanges,
  calls.couponMoney,
  calls.couponMoneyCsv,
  calls.couponSales,
  calls.renewalForecast,
  calls.renewalForecastCsv,
  calls.comingRenewals,
  calls.findInvoices,
  calls.deskInvoicePdf,
  calls.deskInvoiceXml,
  calls.invoicesZip,
  calls.invoicesCsv,
  calls.paymentsCsv,
  calls.taxReturn,
  calls.datevFile,
  calls.ossFile,
  calls.salesListFile,
  calls.openPayments,
  calls.filmJobs,
  calls.captionsJobs,
  calls.previewLink,
  calls.categoryVersions,
  calls.seriesVersions,
  calls.drawText,
  calls.waitingDeclarations,
  calls.uploads,
  calls.deskVideos,
  calls.deskVideosCsv,
  calls.deskVideo,
  calls.deskFilm,
  calls.deskPicture,
  calls.deskCaptions,
  calls.videoVersions,
  calls.deskCategories,
  calls.deskSeries,
  calls.deskLabels,
]

const adminCalls = Object.values<Call>(calls).filter(({ actor }) => actor === 'admin')

/**
 * Ask for the password only every five minutes; `switch.test.ts`, `tax-files.test.ts`, `open-payments.test.ts` and the tests of the shop's and the library's desks and of
 * uploads check the same for them.
 */
const confirmedLately: readonly Call[] = [
  calls.switchInto,
  calls.endUserSession,
  calls.releaseLogin,
  calls.saveWords,
  calls.saveLook,
  calls.sendMailAgain,
  calls.sendMailSample,
  calls.testBroadcast,
  calls.stopBroadcast,
  calls.checkPeopleList,
  calls.moveOrder,
  calls.cancelFilmJob,
  calls.repeatFilmJob,
  calls.makeCaptions,
  calls.makePreviewLink,
  calls.withdrawPreviewLink,
  calls.saveVoucher,
  calls.saveGoods,
  calls.saveShippingMethod,
  calls.saveDiscount,
  calls.saveDatev,
  calls.chooseServiceMode,
  calls.testMailServer,
  calls.testPurchase,
  calls.checkTexts,
  calls.runNow,
  calls.makeBackup,
  calls.withdrawApiKey,
  calls.testWebhook,
  calls.resendWebhook,
  calls.askAboutCharge,
  calls.repeatEvent,
  calls.saveAnnouncement,
  calls.saveMaintenance,
  calls.startUpload,
  calls.createVideo,
  calls.changeVideo,
  calls.trashVideo,
  calls.restoreVideo,
  calls.changeVideoAddress,
  calls.restoreVideoVersion,
  calls.saveCategory,
  calls.orderCategories,
  calls.deleteCategory,
  calls.saveSeries,
  calls.orderSeries,
  calls.renameLabel,
  calls.changeVideos,
  calls.undoVideos,
]

/** Ask for a code of the second factor as well, which works once: `settings-desk.test.ts` checks them. */
const confirmedFully: readonly Call[] = [
  calls.saveSeller,
  calls.saveMailServer,
  calls.savePayment,
  calls.makeApiKey,
]

/** Parts of an upload, whose beginning was confirmed, for the same user alone: `uploads.test.ts` checks that. */
const begunBefore: readonly Call[] = [calls.uploadOffset, calls.uploadPart, calls.dropUpload]

/** Needs a code of the second factor besides the password, and its address its session: `backups.test.ts` and `webhooks.test.ts` check both. */
const provedTwice: readonly Call[] = [
  calls.askForBackup,
  calls.downloadBackup,
  calls.deleteBackup,
  calls.addWebhook,
  calls.changeWebhook,
  calls.deleteWebhook,
  calls.renewWebhookSecret,
]

test('every call of the admin is one or the other', () => {
  expect(
    new Set([
      ...bodies.keys(),
      ...lookUps,
      ...confirmedLately,
      ...confirmedFully,
      ...begunBefore,
      ...provedTwice,
    ]),
  ).toEqual(new Set(adminCalls))
})

/** Without it no site is opened. */
const knownSeller = { SELLER_ADDRESS: 'Some Street 1', SELLER_TAX_NUMBER: '12/345/67890' }

let admin: TestClient
const site = testApp({ settings: { ...sellingSite, ...knownSeller } })
beforeAll(async () => {
  admin = await signedInAdmin(site)
  await writeSetting(site.db, 'set-up', 'running')
  await admin.call(calls.checkTexts, { body: { password: theAdmin.password } })
  await storeCoupon(site.db, { code: couponCode, createdAt: site.clock.now() })
  await owedOrder(site, { id: owedOrderId })
  await storePeopleImport(site.db, {
    id: checkedListId,
    state: 'checked',
    at: site.clock.now(),
  })
  await storePeopleImport(site.db, {
    id: cardsImportId,
    state: 'done',
    at: site.clock.now(),
  })
  await storeImportedPerson(site.db, {
    importId: cardsImportId,
    email: 'pays-elsewhere@example.org',
    customer: 'cus_elsewhere',
    at: site.clock.now(),
  })
  await storePeopleImport(site.db, { id: importId, state: 'done', at: site.clock.now() })
  await storeImportedPerson(site.db, {
    importId,
    email: 'imported@example.org',
    at: site.clock.now(),
  })
  const payer = await storeMember(site.db, { contact: { confirmed_at: site.clock.now() } })
  await storeSubscription(site.db, payer.accountId, paying)
  await storeRow(site.db, 'price_move', {
    id: priceMoveId,
    name: 'pandemic2020',
    plan: JSON.stringify(priceSets.pandemic2020),
    otherwise: 'keep',
    starts_at: site.clock.now(),
    created_at: site.clock.now(),
    stopped_at: null,
  })
  const { body } = await admin.call(calls.previewCorrection, {
    body: { accountId: teamAccountId, correction: freeDays },
  })
  const { version, at, refundCents, after } = body
  Object.assign(shownCorrection, { version, at, refundCents, balanceCents: after.balanceCents })
  await paidOrder(site, { id: paidOrderId, grossCents: 1190 })
  await waitingDeclaration(site, declarationId)
  const inDoubt = { state: 'needs-action', settled_at: null } as const
  // of an account that is gone: one with a charge in doubt could not be deleted
  const charge = someCharge({ account_id: '0f000000-0000-4000-8000-000000000000', ...inDoubt })
  const attempt = someAttempt({ id: attemptId, charge_id: charge.id, ...inDoubt })
  await storeRow(site.db, 'charge', charge)
  await storeRow(site.db, 'charge_attempt', attempt)
  await giveTotp(site.db, expiredOwner.userId, site.clock.real())
})
beforeEach(() => site.services.limits.adminPassword.forgive(theAdmin.userId))

describe.each([...bodies].map(([call, body]) => [`${call.method} ${call.path}`, call, body] as const))(
  '%s',
  (_, call, good) => {
    const body = { ...good, password: theAdmin.password }

    /** Makes the call; says how it was refused, after a look that nothing changed by it. */
    async function refusal(browser: TestClient, sent: Parameters<TestClient['call']>[1]) {
      const before = await contents(site)
      const { status, problem } = await browser.call(call, sent)
      expect(await contents(site)).toEqual(before)
      return [status, problem?.code]
    }

    test('is refused without any one of its requirements, and changes nothing', async () => {
      expect(await refusal(site.client(), { body })).toEqual([401, 'login-required'])
      const owner = await browserOf(site, expiredOwner.userId)
      expect(await refusal(owner, { body: { ...good, password: expiredOwner.password } })).toEqual([
        403,
        'forbidden',
      ])
      expect(await refusal(admin, { body, csrf: 'none' })).toEqual([403, 'csrf'])
      // a key for programs needs no password for some
      const isOptional = call.body?.safeParse(good).success
      expect(await refusal(admin, { body: good })).toEqual(
        isOptional ? [403, 'password-required'] : [422, 'invalid'],
      )
      expect(await refusal(admin, { body: { ...good, password: expiredOwner.password } })).toEqual([
        403,
        'wrong-password',
      ])
      await withoutSecondFactor(async () =>
        expect(await refusal(admin, { body })).toEqual([403, 'second-factor-needed']),
      )
      await withoutAudit(site.db, async () =>
        expect(await refusal(admin, { body })).toEqual([500, 'server-error']),
      )
    })

    test('is done once for its key, and leaves one entry with its admin, without a secret', async () => {
      const before = (await auditOf(site)).length
      const key = { 'idempotency-key': `once ${call.path}`.replaceAll(' ', '-') }
      const [first, again] = [
        await admin.call(call, { body, headers: key }),
        await admin.call(call, { body, headers: key }),
      ]
      expect([first.status, again.text]).toEqual([200, first.text])
      // so that a process killed after it does not make the change again; a deletion is recorded before providers are
      // asked, and made after
      expect(await isStoredWithReply(site.db)).toBe(call !== calls.purgeAccount)
      const [entry, ...more] = (await auditOf(site)).slice(before)
      expect(more).toEqual([])
      expect(entry).toMatchObject({ actor_id: theAdmin.userId, acting_as: null, network: '127.0.0.1' })
      expect(JSON.stringify(entry)).not.toContain(theAdmin.password)
      expect(await verifyAudit(site.db)).toMatchObject({ entries: before + 1 })
    })
  },
)

test('after five wrong passwords no more are looked at, and the admin is told, once', async () => {
  const [[call, body] = []] = bodies
  if (!call) throw new Error('there is nothing to change')
  const before = (await mailsTo(site, theAdmin.email)).length
  const codes: (string | undefined)[] = []
  const guess = async () => {
    codes.push((await admin.call(call, { body: { ...body, password: 'guessed' } })).problem?.code)
  }
  for (let attempt = 0; attempt < 4; attempt += 1) await guess()
  // everyone mistypes that often
  expect(await mailsTo(site, theAdmin.email)).toHaveLength(before)
  for (let attempt = 0; attempt < 2; attempt += 1) await guess()
  codes.push((await admin.call(call, { body: { ...body, password: theAdmin.password } })).problem?.code)
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'wrong-password'),
    'too-many-requests',
    'too-many-requests',
  ])
  const mails = (await mailsTo(site, theAdmin.email)).slice(0, -before || undefined)
  expect(mails.map(({ subject }) => subject)).toEqual(['Wrong passwords at your admin session on Lectern'])
})

test('the admin is notified again after another quarter of an hour, of entered values and not of refused ones', async () => {
  const quarterMs = 15 * 60_000
  const { clock, services } = site
  const sinceMs = clock.real().getTime() % (16 * quarterMs)
  // where a quarter of an hour begins, and sixteen minutes do
  clock.advanceReal({ seconds: (16 * quarterMs - sinceMs) / 1000 })
  admin = await signedInAdmin(site)
  const warn = vi.spyOn(services.log, 'warn')
  const body = { ...bodies.get(calls.assignPrepaid), password: 'guessed' }
  const told = async () => {
    const mails = await queuedMails(services.database.db)
    return mails.filter(({ template }) => template === 'wrong-admin-passwords').length
  }
  const before = await told()
  const { adminPassword } = services.limits
  while (!(await adminPassword.isSpent(theAdmin.userId))) await adminPassword.consume(theAdmin.userId)
  const allowOne = async () => {
    while (await adminPassword.isSpent(theAdmin.userId)) await adminPassword.forgive(theAdmin.userId)
  }
  const guess = async () => {
    admin.forgetCsrfToken()
    const { problem } = await admin.call(calls.assignPrepaid, { body })
    return [problem?.code, (await told()) - before, warn.mock.calls.length]
  }
  await allowOne()
  expect(await guess()).toEqual(['wrong-password', 1, 1])
  const sentence = 'a wrong password was entered five times at a session of the admin'
  expect(warn.mock.calls).toEqual([[{ userId: theAdmin.userId }, sentence]])
  await allowOne()
  clock.advanceReal({ seconds: 899.999 })
  expect(await guess()).toEqual(['wrong-password', 1, 2])
  clock.advanceReal({ seconds: 0.001 })
  expect(await guess()).toEqual(['too-many-requests', 1, 2])
  await allowOne()
  expect(await guess()).toEqual(['wrong-password', 2, 3])
  warn.mockRestore()
})

/** Everything that is stored, but for when sessions were last used. */
async function contents({ services: { database } }: TestApp): Promise<unknown> {
  const names = await tableNames(database.db)
  // sessions, and counts of attempts
  const kept = names.filter((name) => name !== 'session' && name !== 'attempt_count')
  expect(kept.length).toBeGreaterThan(40)
  return contentsOf(database.db, kept)
}

async function withoutSecondFactor(work: () => Promise<void>): Promise<void> {
  await unconfirmTotps(site.db)
  try {
    await work()
  } finally {
    await confirmTotps(site.db)
  }
}
