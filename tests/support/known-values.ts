import { demoCoupon } from '#server/front/demo/demo-logins.ts'
import type { Known } from './fuzzed-json.ts'
import type { Asker } from './fuzzed-requests.ts'
import { codeAt } from './second-factors.ts'

type Values = Map<string, string[]>

/** Stored values per kind; the newest first. */
const kept = 20

/** The values known to the users of a fuzzed site: passwords, and the fields of replies by name. */
export class KnownValues {
  readonly #own = new Map<Asker, Values>()
  readonly #all: Values = new Map()
  readonly #now: () => Date
  #coupons = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Returns the newest known value of a field. */
  of(asker: Asker, field: string): string | undefined {
    return this.#own.get(asker)?.get(field)?.[0]
  }

  give(asker: Asker, fields: Readonly<Record<string, string>>): void {
    for (const [field, value] of Object.entries(fields)) this.#note(asker, field, value)
  }

  /** Prefers own values two to one, and nearly always new ones. */
  askedBy(asker: Asker, props: Readonly<Record<string, string>> = {}): Known {
    return (asked, which) => {
      const field = aliases[asked] ?? asked
      const prop = props[asked] ?? (idPaths.has(asked) ? props.id : undefined)
      if (prop !== undefined && which % 10 < 9) return prop
      // the own password, and an unknown coupon
      if (field === 'currentPassword' && which % 10 > 0 && this.#own.has(asker)) return this.of(asker, field)
      if (field === 'codes' && which % 10 > 0) return `FUZZ-${++this.#coupons}`
      const secret = this.of(asker, 'secret')
      if (field === 'code' && which % 3 === 0 && secret) return codeAt(secret, this.#now())
      if (field === 'password' && this.#own.has(asker) && which % 3 > 0)
        return this.of(asker, 'currentPassword')
      const own = which % 3 > 0 ? this.#own.get(asker)?.get(field) : undefined
      const harvested = own ?? this.#all.get(field)
      const values = (which % 5 > 0 ? common[field] : undefined) ?? harvested ?? common[field] ?? []
      return values[Math.floor(which / 15) % Math.max(1, values.length)]
    }
  }

  /** Learns from a successful request: a new password, and all IDs and texts of the reply. */
  learn(asker: Asker, sent: string | undefined, reply: unknown): void {
    const body: unknown = sent ? JSON.parse(sent) : undefined
    if (isFields(body) && 'currentPassword' in body && typeof body.password === 'string')
      this.#note(asker, 'currentPassword', body.password)
    this.#harvest(asker, reply, '')
  }

  #harvest(asker: Asker, value: unknown, field: string): void {
    if (Array.isArray(value)) for (const item of value.slice(0, kept)) this.#harvest(asker, item, field)
    else if (isFields(value))
      for (const [name, part] of Object.entries(value))
        this.#harvest(asker, part, name === 'id' ? `${field}.id` : name)
    else if (typeof value === 'number') this.#note(asker, field, String(value))
    else if (typeof value === 'string') {
      if (value.length <= 200) this.#note(asker, field, value)
      for (const [, link = ''] of value.matchAll(/https?:\S+[?&](\S*code=\S*)/g)) {
        const asked = new URLSearchParams(link.replace(/^.*\?/, ''))
        this.give(asker, { contact: asked.get('contact') ?? '', code: asked.get('code') ?? '' })
      }
    }
  }

  #note(asker: Asker, field: string, value: string): void {
    const own = this.#own.get(asker) ?? new Map<string, string[]>()
    this.#own.set(asker, own)
    for (const values of [own, this.#all]) {
      const list = values.get(field) ?? []
      if (!list.includes(value) || field === 'code' || field === 'contact') list.unshift(value)
      values.set(field, list.slice(0, kept))
    }
  }
}

/** Kinds of IDs, by the field or the path that uses them. */
const aliases: Readonly<Record<string, string>> = {
  video: 'videos.id',
  invite: 'code',
  invites: 'invites.id',
  invoices: 'invoices.id',
  passkeys: 'passkeys.id',
  sessions: 'sessions.id',
  contactId: 'contacts.id',
  remove: 'contacts.id',
  userId: 'users.id',
  accountId: 'account.id',
  id: 'account.id',
}

/** Words of paths whose `id` is meant. */
const idPaths = new Set(['passkeys', 'sessions', 'invoices', 'invites', 'invite', 'video'])

const common: Readonly<Record<string, readonly string[]>> = {
  email: ['ada@example.org', 'bob@example.org', 'owner@lectern.example'],
  add: ['carl@example.org', 'dora@example.org'],
  password: ['correct horse battery', 'another horse battery'],
  temporaryPassword: ['for a short while'],
  name: ['Ada Lovelace', 'Grace Hopper', '李小龍'],
  country: ['DE', 'AT', 'CH', 'US'],
  vatId: ['DE136695976', 'ATU12345675', ''],
  address: ['Musterstraße 1\n10115 Berlin'],
  provider: ['sandbox', 'stripe'],
  paymentProvider: ['sandbox'],
  interval: ['1m', '1y', '3m', '2w'],
  users: ['1', '5', '1000'],
  couponCode: [demoCoupon.code],
  query: ['a', demoCoupon.code, 'owner', ''],
  'videos.id': ['free', 'paid', 'other', 'withdrawn'],
  number: ['4242424242424242', '4000002500003155', '4000000000000002'],
  expires: ['12/39'],
  cvc: ['123'],
  advance: ['P1D', 'P2D', 'P1W'],
  domain: ['example.org', ''],
  next: ['/videos', 'https://evil.example/'],
  validUntil: ['2027-12-31', ''],
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
