import { CompiledQuery, type Selectable } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables, Trx } from '#server/platform/database/tables.ts'

/** All data of a session's reply. */
export type UserSessionRow = {
  readonly name: string
  /** Key of the user's picture in the media store. */
  readonly avatar: string | null
  readonly account: Omit<
    Selectable<Tables['account']>,
    'created_at' | 'deletion_at' | 'deletion_asked_by'
  > & {
    readonly deletion_at: string | null
    readonly deletion_of: 'account' | 'user'
  }
  readonly subscription: SubscriptionJson | null
  /** The stored card. */
  readonly card: { brand: string; last4: string; expires: string } | null
  /** The user's contacts, the primary one first. */
  readonly contacts: readonly { id: string; email: string; primary: boolean; confirmed: boolean }[]
  /** Users that are not removed, in the order of addition. */
  readonly users: readonly {
    id: string
    name: string
    email: string | null
    confirmed: boolean
    role: 'owner' | 'manager' | 'user'
  }[]
  /** Whether the owner has a confirmed contact. */
  readonly ownerConfirmed: boolean
  readonly favourites: readonly string[]
  /** Users to be added once a payment has arrived. */
  readonly waiting: readonly { name: string; email: string }[]
}

/** A subscription in PostgreSQL's JSON: timestamps are text. */
export type SubscriptionJson = Omit<
  Selectable<Tables['subscription']>,
  'until' | 'paused_from' | 'paused_until'
> & { readonly until: string; readonly paused_from: string | null; readonly paused_until: string | null }

// one round trip, prepared once per connection: used by every page of a signed-in viewer
const text = `
  select u.name, (select v.key from avatar v where v.user_id = u.id) as avatar,
    jsonb_build_object('id', a.id, 'name', a.name, 'language', coalesce(u.language, a.language), 'newsletter', a.newsletter, 'country', a.country,
      'vat_id', a.vat_id, 'billing_address', a.billing_address, 'version', a.version, 'deletion_at', coalesce(u.deletion_at, a.deletion_at),
      'is_business', a.is_business, 'contract_number', a.contract_number, 'vat_check', a.vat_check,
      'deletion_of', case when u.deletion_at is null then 'account' else 'user' end) as account,
    (select to_jsonb(s) from subscription s where s.account_id = a.id) as subscription,
    (select jsonb_build_object('brand', p.brand, 'last4', p.last4, 'expires', p.expires)
      from payment_method p join subscription s on s.account_id = p.account_id
      where p.account_id = a.id and p.ref = s.state->>'method') as card,
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'email', c.email, 'primary', c.is_primary,
        'confirmed', c.confirmed_at is not null) order by c.is_primary desc, c.created_at, c.id), '[]')
      from contact c where c.user_id = u.id) as contacts,
    (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'role', m.role, 'email', p.email,
        'confirmed', p.confirmed_at is not null) order by m.position), '[]')
      from account_user m left join contact p on p.user_id = m.id and p.is_primary
      where m.account_id = a.id and m.removed_at is null) as users,
    exists(select 1 from contact c join account_user o on o.id = c.user_id
      where c.account_id = a.id and o.role = 'owner' and c.confirmed_at is not null) as "ownerConfirmed",
    (select coalesce(jsonb_agg(f.video_id order by f.created_at, f.video_id), '[]')
      from favourite f join video on video.id = f.video_id
      where f.user_id = u.id and video.withdrawn_at is null and not video.draft) as favourites,
    (select coalesce(jsonb_agg(jsonb_build_object('name', w->>'name', 'email', w->>'email')), '[]')
      from waiting_users, jsonb_array_elements(change->'users') w
      where account_id = a.id and not w ? 'id' and not w ? 'removed') as waiting
  from account_user u join account a on a.id = u.account_id
  where u.id = $1`

export async function readUserSessionRow(
  { pool }: Pick<Database, 'pool'>,
  userId: string,
): Promise<UserSessionRow | undefined> {
  const found = await pool.query<UserSessionRow>({ name: 'user-session', text, values: [userId] })
  return found.rows[0]
}

export async function readUserSessionRowWithin(
  trx: Trx,
  userId: string,
): Promise<UserSessionRow | undefined> {
  const found = await trx.executeQuery(CompiledQuery.raw(text, [userId]))
  return found.rows[0] as UserSessionRow | undefined
}
