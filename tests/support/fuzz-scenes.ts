import { calls } from '#contract/calls.ts'
import { settleDeclarations } from '#server/business/declarations/settle-declarations.ts'
import { unsubscribeAddress } from '#server/business/newsletter/unsubscribe-token.ts'
import { deleteAccount, deleteUsers } from '#server/business/own-data/purged-tables.store.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { readSetting } from '#server/platform/database/setting.store.ts'
import { adminCode } from './admin-site.ts'
import { Authenticator } from './authenticator.ts'
import { accountOf, comeBack, goToCodeHost, goToLink } from './code-host-people.ts'
import { begunMove, provenMove } from './contact-moves.ts'
import { importScenes } from './fuzz-import-scenes.ts'
import { shopScenes } from './fuzz-shop-scenes.ts'
import { own, type Props, type Scenes, type Stage } from './fuzz-stage.ts'
import { uploadScenes } from './fuzz-upload-scenes.ts'
import { mailsTo, newestMailTo, type ReadMail } from './mails.ts'
import { confirmedIn, registerIn, signIn } from './people.ts'
import { codeAt, setUpTotp, signedInBrowser } from './second-factors.ts'
import { addUser, inviteOf, joiningOf, teamWith } from './team-site.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/**
 * Preconditions of calls that values alone cannot meet: a mail has arrived, a card is entered, an authenticator has
 * answered. If they cannot be met, such as for a user without a subscription, the request is sent anyway.
 */
export const scenes: Scenes = {
  ...importScenes,
  ...shopScenes,
  ...uploadScenes,

  login: async ({ known, asker }) => own(known, asker === 'visitor' ? 'viewer' : asker),
  confirmContact: ({ site, browser, count }) => registerIn(site, browser, `new${count}@example.org`),
  proveContactMove: ({ site, count }) => begunMove(site, `moving${count}`),
  objectToContactMove: ({ site, count }) => provenMove(site, `moved${count}`),
  resetPassword: (stage) => resetLink(stage),
  createPassword: addedUser,
  secondFactor: halfSignedIn,
  confirmTotp: async (stage) => ({ code: codeAt(await newTotp(stage), stage.site.clock.real()) }),
  removeTotp: withTotp,
  renewRecoveryCodes: withTotp,
  addPasskey: async ({ site, browser, known, asker }) => {
    const { currentPassword } = own(known, asker)
    const { body } = await browser.call(calls.startPasskey, { body: { currentPassword } })
    return { response: JSON.stringify(new Authenticator(originOf(site)).create(body.options)) }
  },
  renamePasskey: async (stage) => ({ id: (await newPasskey(stage)).id }),
  removePasskey: async (stage) => ({ id: (await newPasskey(stage)).id, ...ownOf(stage) }),
  signInWithPasskey: async (stage) => {
    const { authenticator } = await newPasskey(stage)
    const { body } = await stage.browser.call(calls.startPasskeySignIn)
    return { response: JSON.stringify(authenticator.get(body.options)) }
  },

  adminLink: async ({ site }) => ({ code: await adminCode(site, { again: true }) }),
  renewAdminPassword: async ({ site }) => ({ code: await adminCode(site, { again: true }) }),
  createAdmin: async ({ site, count }) => {
    await removeAdmin(site)
    return { code: await adminCode(site), email: `admin${count}@example.org` }
  },

  webhook: async ({ site, count }) => {
    const installation = await readSetting(site.db, 'installation')
    return { id: `evt_${count}`, installation: String(installation) }
  },

  unsubscribe: async ({ site }) => {
    const { clock, config, database } = site.services
    const { id } = await database.db.selectFrom('account').select('id').limit(1).executeTakeFirstOrThrow()
    const { searchParams } = new URL(await unsubscribeAddress(database.db, config, id, clock.now()))
    return { token: searchParams.get('token') ?? '' }
  },

  finishCodeHostSignIn: async ({ browser, host, count }) => {
    const { search } = await goToCodeHost(browser, host, accountOf(`person${count}`))
    return Object.fromEntries(new URLSearchParams(search))
  },
  codeHostArrival: arrive,
  registerFromCodeHost: arrive,
  startCodeHostLink: async (stage) => ownOf(stage),
  unlinkCodeHost: async (stage) => {
    const { browser, host, count } = stage
    const { path, search } = await goToLink(browser, host, accountOf(`linked${count}`), ownOf(stage))
    await comeBack(browser, path + search)
    return ownOf(stage)
  },

  changeSubscription: async ({ browser }) => {
    const { setupIntent } = await enterCard(browser, '4242424242424242')
    return { setupIntent, paymentMethod: setupIntent, paymentProvider: 'sandbox', value: '1' }
  },
  answerSandboxBank: ({ browser }) => enterCard(browser, '4000002500003155'),
  enterSandboxCard: ({ browser }) => newSetup(browser),
  invoiceXml: invoiceId,
  invoicePdf: invoiceId,
  demoInvoice: invoiceId,

  declaration: (stage) => declarationOf(stage, 'unknown'),
  decideDeclaration: (stage) => declarationOf(stage, 'unknown'),
  takeBackDeclaration: async (stage) => {
    // the token is mailed to the holder, and only if the declaration has another address
    const { email } = await declarationOf(stage, 'known')
    const texts = (await mailsTo(stage.site, email)).map(({ text }) => text).join()
    return { token: /not-me#([\w-]+)/.exec(texts)?.[1] ?? '' }
  },

  notifyNewUser: async (stage) => ({ userId: await unconfirmedUser(stage) }),
  revokeInvite: async ({ browser }) => {
    const { body } = await browser.call(calls.addInvite, { body: { days: 30 } })
    return { id: body.invites[0]?.id ?? '' }
  },
  invitation: async (stage) => ({ id: (await inviteFrom(stage)).code }),
  join: async (stage) => ({
    code: (await inviteFrom(stage)).code,
    email: `joiner${stage.count}@example.org`,
  }),
  refuseJoining: async (stage) => {
    const email = `refuser${stage.count}@example.org`
    const { code } = await inviteFrom(stage)
    await stage.site.client().call(calls.join, { body: joiningOf(code, email) })
    return linkOf(await newestMailTo(stage.site, email))
  },

  keepPosition: async ({ browser, count }) => {
    const player = `player-${count}`
    await browser.call(calls.video, { params: { id: 'free' }, query: { player } })
    return { id: 'free', player }
  },
  returnFromSwitch: async (stage) => {
    const { id, password } = await byTheAdmin(stage)
    await stage.browser.call(calls.switchInto, { body: { id, password } })
    return {}
  },
  switchInto: byTheAdmin,
  assignTemporaryPassword: byTheAdmin,
  moveContact: async (stage) => ({
    ...(await byTheAdmin(stage)),
    email: `moves${stage.count}@example.org`,
  }),
  resetSecondFactor: async ({ site, known }) => {
    const { owner, accountId, ownerEmail } = await teamWith(site, 5)
    await setUpTotp(site, owner)
    const contact = site.db.selectFrom('contact').select('id').where('email', '=', ownerEmail)
    const { id: contactId } = await contact.executeTakeFirstOrThrow()
    return { accountId, contactId, password: own(known, 'admin').password }
  },
  assignCoupon: byTheAdmin,
  purgeAccount: byTheAdmin,
}

function ownOf({ known, asker }: Stage): { currentPassword: string } {
  const { currentPassword } = own(known, asker)
  return { currentPassword }
}

function originOf({ services }: TestApp): string {
  return services.config.baseUrl.origin
}

/** The parameters of a mailed link. */
function linkOf({ text }: ReadMail): Props {
  const link = /https?:\S+[?&]code=\S+/.exec(text)?.[0] ?? ''
  return Object.fromEntries(new URL(link).searchParams)
}

async function resetLink({ site, count }: Stage): Promise<Props> {
  const email = `forgetful${count}@example.org`
  await confirmedIn(site, site.client(), email)
  await site.client().call(calls.requestReset, { body: { email } })
  return linkOf(await newestMailTo(site, email))
}

async function addedUser({ site, count }: Stage): Promise<Props> {
  const { owner } = await teamWith(site, 5)
  const email = `added${count}@example.org`
  const session = (await owner.call(calls.userSession)).body
  const version = session.authenticated ? session.account.version : 0
  const body = { users: [{ name: 'Added', email }], notify: [email], version }
  await owner.call(calls.saveUsers, { body })
  return linkOf(await newestMailTo(site, email))
}

/** A user with an authenticator app has entered their password in this browser. */
async function halfSignedIn({ site, browser, count }: Stage): Promise<Props> {
  const email = `careful${count}@example.org`
  const { secret } = await setUpTotp(site, await signedInBrowser(site, email))
  await browser.call(calls.logout)
  await signIn(browser, email)
  return { code: codeAt(secret, site.clock.real()) }
}

/** An authenticator app that waits for its first code. */
async function newTotp(stage: Stage): Promise<string> {
  const { known, asker, browser } = stage
  const { body } = await browser.call(calls.startTotp, { body: ownOf(stage) })
  known.give(asker, { secret: body.secret })
  return body.secret
}

async function withTotp(stage: Stage): Promise<Props> {
  const { site, browser, known, asker } = stage
  const code = codeAt(await newTotp(stage), site.clock.real())
  await browser.call(calls.confirmTotp, { body: { code } })
  site.clock.advanceReal({ seconds: 30 })
  return { ...ownOf(stage), code: codeAt(known.of(asker, 'secret') ?? '', site.clock.real()) }
}

async function newPasskey(stage: Stage): Promise<{ authenticator: Authenticator; id: string }> {
  const { site, browser } = stage
  const authenticator = new Authenticator(originOf(site))
  const started = await browser.call(calls.startPasskey, { body: ownOf(stage) })
  const response = authenticator.create(started.body.options)
  const { body } = await browser.call(calls.addPasskey, { body: { name: 'Laptop', response } })
  return { authenticator, id: body.passkey.id }
}

async function removeAdmin({ services }: TestApp): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    const users = trx.selectFrom('account_user').select('id').where('account_id', '=', adminAccountId)
    const ids = (await users.execute()).map(({ id }) => id)
    if (ids.length > 0) await deleteUsers(trx, ids)
    await deleteAccount(trx, adminAccountId)
  })
}

/** A user unknown here arrives from the code host. */
async function arrive({ browser, host, count }: Stage): Promise<Props> {
  await browser.call(calls.logout)
  const { path, search } = await goToCodeHost(browser, host, accountOf(`arrival${count}`))
  await comeBack(browser, path + search)
  return {}
}

async function newSetup(browser: TestClient): Promise<{ clientSecret: string }> {
  return (await browser.call(calls.setupIntent, { params: { provider: 'sandbox' } })).body
}

async function enterCard(browser: TestClient, number: string) {
  const { clientSecret } = await newSetup(browser)
  const body = { clientSecret, number, expires: '12/39', cvc: '123' }
  const { setupIntent } = (await browser.call(calls.enterSandboxCard, { body })).body
  return { clientSecret, setupIntent, paymentMethod: setupIntent }
}

/** Returns an invoice of a business, which has an e-invoice; the caller's own if there is one. */
async function invoiceId({ site, browser }: Stage): Promise<Props> {
  const { invoices } = (await browser.call(calls.invoices, { query: {} })).body
  const any = await site.db.selectFrom('invoice').select('id').limit(1).execute()
  return { id: [...(invoices ?? []), ...any][0]?.id ?? '' }
}

/** Cancels the contract of the caller, or of the subscriber, with or without its number. */
async function declarationOf({ site, known, asker, count }: Stage, holder: 'known' | 'unknown') {
  const { email } = own(known, asker === 'visitor' ? 'subscriber' : asker)
  const { contract } = await site.db
    .selectFrom('contact')
    .innerJoin('account', 'account.id', 'contact.account_id')
    .select('account.contract_number as contract')
    .where('contact.email', '=', email)
    .executeTakeFirstOrThrow()
  const said = holder === 'known' ? { contract, email: `stranger${count}@example.org` } : {}
  const body = { name: 'Somebody', email, kind: 'ordinary', ...said }
  await site.client().call(calls.declareCancellation, { body })
  await settleDeclarations(site.services)
  const { id } = await site.db
    .selectFrom('declaration')
    .select('id')
    .orderBy('received_at', 'desc')
    .executeTakeFirstOrThrow()
  return { id, email }
}

/** An unconfirmed user of the own account. */
async function unconfirmedUser({ site, browser, count }: Stage): Promise<string> {
  const { body } = await browser.call(calls.userSession)
  const accountId = body.authenticated ? body.account.id : ''
  return addUser(site, accountId, `unconfirmed${count}@example.org`, { confirmed: false })
}

async function inviteFrom({ site }: Stage): Promise<{ code: string }> {
  return { code: await inviteOf(await teamWith(site, 5)) }
}

/** The admin's password, and an account that no other scene needs. */
async function byTheAdmin({ site, known, count }: Stage) {
  const { owner, accountId } = await teamWith(site, 5)
  if (count % 2 === 0) await setUpTotp(site, owner)
  const { password } = own(known, 'admin')
  return { password, accountId, id: accountId }
}
