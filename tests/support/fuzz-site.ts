import { createHmac } from 'node:crypto'
import { Writable } from 'node:stream'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { demoAccounts, demoCoupon } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { readSentMails } from '#server/platform/mail/mail.store.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { accountOf } from './code-host-people.ts'
import { type CodeHostServer, startCodeHostServer } from './code-host-server.ts'
import { scenes } from './fuzz-scenes.ts'
import type { Props } from './fuzz-stage.ts'
import { partHeaders } from './fuzz-upload-scenes.ts'
import { type Known, withPart } from './fuzzed-json.ts'
import { type Asker, askers, type FuzzedRequest } from './fuzzed-requests.ts'
import { KnownValues } from './known-values.ts'
import { codeAt } from './second-factors.ts'
import { type StripeServer, startStripeServer } from './stripe-server.ts'
import { accountHolder, sandboxOf, subscribe } from './subscriber.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { storeFilms } from './watching-site.ts'

/** A sent request and its result. */
export type Asked = {
  readonly name: string
  readonly asker: Asker
  readonly path: string
  readonly body: string | undefined
  readonly status: number
  readonly retryAfter: unknown
  readonly cacheControl: string
  /** Its log entries, such as the thrown error. */
  readonly logged: string
}

export type FuzzSite = {
  ask(request: FuzzedRequest): Promise<Asked>
  close(): Promise<void>
}

/** Requests until the site is reset: by then most users have lost their account, their password or their seat. */
const requestsOfOneLife = 300

/** Number of requests that the admin makes in another account. */
const requestsInAnotherAccount = 3

/** Requests until the mails are read. */
const requestsBetweenMails = 10

/** A demo with films, people of every kind, a card and an invoice, which signs people in again when they were signed out. */
export async function createFuzzSite(): Promise<FuzzSite> {
  let logged = ''
  const sink = new Writable({
    write(line, _, done) {
      logged += line
      done()
    },
  })
  const host = await startCodeHostServer(accountOf('somebody'))
  const stripe = await startStripeServer()
  const site = await createTestApp({
    // without trials a subscription is paid for, and has its invoice, at once
    settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0', ...host.settings, ...stripe.settings },
    services: { log: createLog('error', sink) },
  })
  const world = { site, host, stripe }
  let life = await newLife(world)
  let left = requestsOfOneLife
  return {
    async ask(request) {
      if (left-- === 0 || !(await life.awake(request.asker))) {
        await site.startOver()
        life = await newLife(world)
        left = requestsOfOneLife
      }
      site.clock.advance({ seconds: 2 })
      logged = ''
      const sent = await life.send(request)
      return { ...sent, logged }
    },
    async close() {
      await site.close()
      await stripe.close()
      await host.close()
    },
  }
}

type World = { readonly site: TestApp; readonly host: CodeHostServer; readonly stripe: StripeServer }

type Life = {
  /** Whether the user is signed in, after signing in again if needed. */
  awake(asker: Asker): Promise<boolean>
  send(request: FuzzedRequest): Promise<Omit<Asked, 'logged'>>
}

async function newLife(world: World): Promise<Life> {
  const { site, host } = world
  await storeFilms(site.services as LibraryServices)
  await seedDemo(site.services)
  const known = new KnownValues(() => site.clock.real())
  const browsers = new Map<Asker, TestClient>()
  for (const asker of askers) {
    const browser = await browserOf(site, asker, known)
    browsers.set(asker, browser)
    for (const call of toldAtFirst)
      known.learn(asker, undefined, (await browser.call(call, { params: { provider: 'sandbox' } })).body)
  }
  const asleep = new Set<Asker>()
  let sentSoFar = 0
  let adminIsAwayFor = 0
  return {
    async awake(asker) {
      if (!asleep.delete(asker)) return true
      const browser = browsers.get(asker) as TestClient
      const [email, password] = [known.of(asker, 'ownEmail'), known.of(asker, 'currentPassword')]
      const { status } = await browser.call(calls.login, { body: { email, password } })
      const secret = known.of(asker, 'secret')
      if (status !== 202 || secret === undefined) return status === 200
      site.clock.advance({ seconds: 30 })
      const body = { code: codeAt(secret, site.clock.real()) }
      return (await browser.call(calls.secondFactor, { body })).status === 200
    },
    async send({ name, asker, path, body, exchange, headers, staged }) {
      const call: Call = calls[name]
      const browser = browsers.get(asker) as TestClient
      if (asker === 'admin' && --adminIsAwayFor === 0) await browser.call(calls.returnFromSwitch)
      const stage = { site, host, known, asker, browser, count: ++stages }
      const props = staged ? await scenes[name]?.(stage).catch((): Props => ({})) : undefined
      const ask = known.askedBy(asker, props)
      const asked = { path: path(ask), body: bodyOf({ body, exchange }, ask, props?.body) }
      const signed = name === 'webhook' && staged && fromProvider(world, asked.path, asked.body)
      const sent = { path: asked.path, body: signed ? signed.body : asked.body }
      const answer = await browser.fetch(call.method, sent.path, {
        body: sent.body,
        headers: { ...headers, ...(signed ? signed.headers : isPart(name, staged) ? partHeaders : {}) },
      })
      const { status, problem } = answer
      if (status < 300) known.learn(asker, call.body ? sent.body : undefined, answer.body)
      if (++sentSoFar % requestsBetweenMails === 0) known.learn(asker, undefined, await mailsOf(site))
      if (name === 'switchInto' || name === 'returnFromSwitch') adminIsAwayFor = requestsInAnotherAccount
      if (asker !== 'visitor' && (name === 'logout' || problem?.code === 'login-required')) asleep.add(asker)
      const { 'retry-after': retryAfter, 'cache-control': cacheControl } = answer.headers
      return { name, asker, ...sent, status, retryAfter, cacheControl: String(cacheControl) }
    },
  }
}

/** What tus asks for, which no schema of the contract describes. */
function isPart(name: FuzzedRequest['name'], staged: boolean): boolean {
  return staged && (name === 'uploadPart' || name === 'uploadOffset')
}

let stages = 0

/**
 * The whole body made by a scene, if a valid one is improbable by chance; for a hostile request with one part
 * exchanged.
 */
function bodyOf(
  { body, exchange }: Pick<FuzzedRequest, 'body' | 'exchange'>,
  known: Known,
  made: string | undefined,
): string | undefined {
  if (made === undefined) return body?.(known)
  return exchange ? withPart(made, exchange[0], exchange[1](known)) : made
}

/** The bytes as a provider would send them, with what shows that it does: Stripe, or the sandbox, which knows one event. */
function fromProvider({ site, stripe }: World, path: string, body = '') {
  if (path.includes('sandbox')) {
    const about = { kind: 'charge', ref: 'ch_1', attemptId: undefined } as const
    const event = sandboxOf(site).sign({
      id: `evt_${stages}`,
      type: 'x',
      createdAt: site.clock.real(),
      about,
    })
    return { body: event.body, headers: { 'sandbox-signature': event.signature } }
  }
  const time = Math.floor(site.clock.real().getTime() / 1000)
  const hash = createHmac('sha256', stripe.webhooks.secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${time},v1=${hash}` } }
}

/** The newest mails: their links hold codes. */
async function mailsOf({ services }: TestApp): Promise<unknown> {
  await sendDueMails(services)
  return (await readSentMails(services.database.db, 10)).map((mail) => mail.text_body)
}

/** Initial requests of a browser, which make IDs and versions known. */
const toldAtFirst: readonly Call[] = [
  calls.userSession,
  calls.ownSessions,
  calls.invoices,
  calls.usageReport,
  calls.setupIntent,
]

async function browserOf(site: TestApp, asker: Asker, known: KnownValues): Promise<TestClient> {
  if (asker === 'visitor') return site.client()
  const person = demoAccounts
    .flatMap(({ people }) => people)
    .find(({ email }) => email.startsWith(`${asker}@`))
  if (person) {
    known.give(asker, { email: person.email, ownEmail: person.email, currentPassword: person.password })
    const browser = site.client()
    await browser.call(calls.login, { body: { email: person.email, password: person.password } })
    return browser
  }
  const email = `${asker}@example.org`
  known.give(asker, {
    email,
    ownEmail: email,
    currentPassword: 'notes on the engine',
    couponCode: demoCoupon.code,
  })
  // a business has e-invoices
  const browser = await accountHolder(site, email, { business: true })
  if (asker === 'subscriber') await subscribe(browser)
  return browser
}
