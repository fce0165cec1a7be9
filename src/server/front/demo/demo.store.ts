import { emailKey } from '#domain/accounts/contact.ts'
import { noSubscription } from '#domain/billing/state.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { levelOf } from '#domain/reports/subscription-level.ts'
import { saveSubscription } from '#server/books/billing/billing.store.ts'
import { recordLevel } from '#server/books/billing/subscription-level.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { demoDiscountCode, demoGoods, demoShippingMethods } from './demo-goods.ts'
import type { DemoAccount, demoCoupon, demoVouchers } from './demo-logins.ts'

export async function accountExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Stores a demo account whose users have confirmed all contacts. */
export async function insertDemoAccount(
  trx: Trx,
  { id, name, people, subscription }: DemoAccount,
  { passwordHashes, now }: { passwordHashes: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  await trx.insertInto('account').values({ id, name, created_at: now }).execute()
  for (const { userId, name: userName, userRole, email } of people) {
    await trx
      .insertInto('account_user')
      .values({
        id: userId,
        account_id: id,
        name: userName,
        role: userRole,
        password_hash: passwordHashes.get(userId) ?? null,
        created_at: now,
      })
      .execute()
    await trx
      .insertInto('contact')
      .values({
        id: userId,
        account_id: id,
        user_id: userId,
        email,
        email_key: emailKey(email),
        is_primary: true,
        confirmed_at: now,
        created_at: now,
      })
      .execute()
  }
  if (!subscription) return
  const { status, licenses, endsInDays } = subscription
  const until = new Date(now.getTime() + endsInDays * 86_400_000)
  const included = status === 'prepaid' ? { includedLicenses: licenses, includedUntil: until } : {}
  const state = { ...noSubscription(true), status, until, licenseCount: licenses, ...included }
  await saveSubscription(trx, id, state, until)
  const before = levelOf(noSubscription(true))
  await recordLevel(trx, { accountId: id, before, after: levelOf(state), at: now })
}

/** Stores the demo's vouchers; existing ones are unchanged. */
export async function insertDemoVouchers(db: Db, vouchers: typeof demoVouchers, now: Date): Promise<void> {
  await db
    .insertInto('shop_product')
    .values(
      vouchers.map(({ id, name, description, netCents, licenseCount, interval }) => ({
        id,
        kind: 'voucher' as const,
        name,
        description,
        net_cents: netCents,
        license_count: licenseCount,
        interval_value: interval.value,
        interval_unit: interval.unit,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Stores goods, shipping methods and a discount code at the demo's first start; later sales reduce the stock for good.
 */
export async function insertDemoGoods(trx: Trx, now: Date, id: () => string): Promise<void> {
  const known = await trx.selectFrom('shop_goods').select('id').executeTakeFirst()
  if (known) return
  for (const { name, description, picture, taxClass, netCents, variants } of demoGoods) {
    const goods = { id: id(), name, description, picture, tax_class: taxClass, created_at: now }
    await trx.insertInto('shop_goods').values(goods).execute()
    const rows = variants.map((variant, position) => ({
      id: id(),
      goods_id: goods.id,
      name: variant.name,
      net_cents: netCents,
      weight_grams: variant.weightGrams,
      stock: variant.stock,
      position,
    }))
    await trx.insertInto('shop_variant').values(rows).execute()
  }
  const methods = demoShippingMethods.map(({ name, countries, weightUpToGrams, netCents }) => ({
    id: id(),
    name,
    countries: [...countries],
    weight_up_to_grams: weightUpToGrams,
    net_cents: netCents,
    created_at: now,
  }))
  await trx.insertInto('shop_shipping_method').values(methods).execute()
  await trx
    .insertInto('shop_discount')
    .values({
      code_key: couponKey(demoDiscountCode),
      code: demoDiscountCode,
      percent: 10,
      off_cents: null,
      valid_from: null,
      valid_until: null,
      max_uses: null,
      created_at: now,
    })
    .execute()
}

export async function insertDemoCoupon(db: Db, coupon: typeof demoCoupon, now: Date): Promise<void> {
  await db
    .insertInto('coupon')
    .values({
      code_key: couponKey(coupon.code),
      code: coupon.code,
      associate: coupon.associate,
      license_count: coupon.licenseCount,
      interval_value: coupon.interval.value,
      interval_unit: coupon.interval.unit,
      max_uses: coupon.maxUses,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('code_key').doNothing())
    .execute()
}
