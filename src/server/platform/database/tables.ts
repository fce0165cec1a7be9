import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { AdminTables } from './admin-tables.ts'
import type { BillingTables, Json } from './billing-tables.ts'
import type { CredentialTables } from './credential-tables.ts'
import type { DeclarationTables } from './declaration-tables.ts'
import type { LibraryItem, LibraryTables, OwnStoryboard } from './library-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { PriceMoveTables } from './price-move-tables.ts'
import type { ShopTables } from './shop-tables.ts'
import type { UploadTables } from './upload-tables.ts'
import type { WatchingTables } from './watching-tables.ts'

/** Runs queries, alone or within a transaction. */
export type Db = Kysely<Tables>

/** Runs queries within a transaction. */
export type Trx = Transaction<Tables>

/** All tables as created by the migrations. Timestamps are `Date`, calendar days `YYYY-MM-DD`, hashes bytes. */
export type Tables = AdminTables &
  LibraryTables &
  BillingTables &
  PriceMoveTables &
  CredentialTables &
  DeclarationTables &
  MailTables &
  ShopTables &
  UploadTables &
  WatchingTables & {
    account: AccountTable
    account_user: AccountUserTable
    contact: ContactTable
    contact_code: ContactCodeTable
    avatar: AvatarTable
    invite: InviteTable
    waiting_users: WaitingUsersTable
    subscription: SubscriptionTable
    newsletter_consent: NewsletterConsentTable
    trial_use: { email_key: string; started_at: Date }
    coupon: CouponTable
    coupon_use: CouponUseTable
    coupon_sale: CouponSaleTable
    coming_renewal: ComingRenewalTable
    money_day: MoneyDayTable
    category: CategoryTable
    category_parent: { category_id: string; parent_id: string }
    software_version: { id: string; name: string }
    video: VideoTable
    poster: PosterTable
    catalogue: CatalogueTable
    idempotent_reply: IdempotentReplyTable
    setting: { name: string; value: Json<unknown> }
    purged: { id: string; kind: 'account' | 'user'; purged_at: Date }
    upkeep_step: UpkeepStepTable
    backup_download: { token_hash: Buffer; session_hash: Buffer; file: string; expires_at: Date }
    attempt_count: { key: string; points: number; expire: number | null }
  }

type NewsletterConsentTable = {
  id: string
  position: Generated<number>
  account_id: string
  agreed: boolean
  /** Null for consents from before the time was recorded. */
  at: Date | null
  text: string | null
  means: 'registration' | 'code-host' | 'profile' | 'mail' | 'before' | 'import'
}

type AccountTable = {
  id: string
  name: string
  language: Generated<string>
  newsletter: Generated<boolean>
  country: string | null
  vat_id: string | null
  billing_address: string | null
  version: Generated<number>
  created_at: Date
  deletion_at: Date | null
  deletion_asked_by: string | null
  is_business: Generated<boolean>
  vat_check: ColumnType<unknown, string | null | undefined, string | null>
  contract_number: Generated<string>
  trial_days: number | null
}

type AccountUserTable = {
  id: string
  account_id: string
  position: Generated<number>
  name: string
  role: 'owner' | 'manager' | 'user'
  password_hash: string | null
  created_at: Date
  removed_at: Date | null
  language: 'en' | 'de' | null
  temporary_password_hash: string | null
  temporary_password_until: Date | null
  forget_at: Date | null
  joining_by: string | null
  deletion_at: Date | null
}

type ContactTable = {
  id: string
  account_id: string
  user_id: string
  email: string
  email_key: string
  is_primary: boolean
  confirmed_at: Date | null
  /** Mail servers say since then that it does not exist: it gets no broadcasts. */
  undeliverable_since: Generated<Date | null>
  created_at: Date
}

type ContactCodeTable = {
  code_hash: Buffer
  contact_id: string
  purpose: 'confirm-contact' | 'reset-password' | 'create-password' | 'prove-identity'
  browser_hash: Buffer | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

type AvatarTable = { user_id: string; key: string; mime_type: string; created_at: Date }

type InviteTable = {
  id: string
  account_id: string
  code: string
  domain: string | null
  max_uses: number | null
  uses: Generated<number>
  created_by: string | null
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

type WaitingUsersTable = {
  account_id: string
  charge_key: string
  change: Json<unknown>
  created_at: Date
}

type IntervalUnit = 'd' | 'w' | 'm' | 'y'

type SubscriptionTable = {
  account_id: string
  status: 'trial' | 'prepaid' | 'active' | 'pending-expiry' | 'cancelled'
  until: Date
  paused_from: Date | null
  paused_until: Date | null
  pricing_id: string | null
  price_cents: number | null
  credit_cents: Generated<number>
  license_count: number
  included_licenses: Generated<number>
  interval_value: number | null
  interval_unit: IntervalUnit | null
  coupon_code: string | null
  payment_provider: string | null
  version: Generated<number>
  state: ColumnType<unknown, string, string>
  health: Generated<'ok' | 'past-due' | 'action-required' | 'unknown'>
  due_at: Date | null
  forecast_version: number | null
}

type ComingRenewalTable = {
  account_id: string
  at: Date
  kind: 'renewed' | 'cancelled' | 'paused' | 'trial' | 'granted'
  net_cents: number
  seats: number
}

type MoneyDayTable = {
  kind: 'sales' | 'paid' | 'levels' | 'tax'
  day: string
  key: string
  count: number
  sums: readonly number[]
}

type CouponTable = {
  code_key: string
  code: string
  associate: string | null
  license_count: number
  interval_value: number
  interval_unit: IntervalUnit
  max_uses: number | null
  valid_until: string | null
  /** Terms of a coupon that takes money off; null: it grants users. */
  off: ColumnType<unknown, string | null | undefined, string | null>
  uses: Generated<number>
  created_at: Date
}

type CouponUseTable = {
  coupon_key: string
  account_id: string
  reserved_until: Date | null
  redeemed_at: Date | null
  charge_key: string | null
  created_at: Date
}

type CouponSaleTable = {
  invoice_id: string
  coupon_key: string
  is_first: boolean
  is_customer: boolean
  issued_on: string
  net_cents: number
}

type CategoryTable = {
  id: string
  name: string
  url_key: string
  position: number
  description: Generated<string>
} & LibraryItem

/** A text track in the media store. */
export type StoredTrack = {
  kind: 'captions'
  key: string
  srclang: string
  label: string
  /** Made by a machine, and not looked through yet. */
  machine?: boolean
}

type VideoTable = {
  id: string
  title: string
  description: string
  /** Null for drafts without a film, and where the trash has been emptied. */
  duration_seconds: number | null
  /** `YYYY-MM-DD`, in the seller's time zone; null for drafts without a date. */
  published_on: string | null
  /** `HH:MM`, if a time was written. */
  published_time: string | null
  /** As `published_on`. */
  published_at: Date | null
  category_id: string | null
  tags: string[]
  version_ids: string[]
  free: boolean
  /** As `duration_seconds`. */
  film_key: string | null
  small_film_key: string | null
  poster_key: string | null
  tracks: Json<StoredTrack[]>
  chapters: Json<{ startSeconds: number; title: string }[]>
  storyboard: OwnStoryboard
  withdrawn_at: Date | null
  comments_id: string | null
  draft: Generated<boolean>
  /** In the trash since. */
  deleted_at: Date | null
} & LibraryItem

/** A smaller copy of a poster: width in pixels, and its key in the media store. */
export type PosterSize = { width: number; key: string }

type PosterTable = { key: string; sizes: Json<PosterSize[]> }

type CatalogueTable = { only_row: Generated<boolean>; revision: number; digest: string; imported_at: Date }

type IdempotentReplyTable = {
  key_hash: Buffer
  request_hash: Buffer
  status: number
  body: Json<unknown>
  created_at: Date
}

type UpkeepStepTable = {
  name: string
  last_run_at: Date
  last_success_at: Date | null
  failing_since: Date | null
  problem: string | null
  duration_ms: number | null
  last_problem: string | null
  last_problem_at: Date | null
}
