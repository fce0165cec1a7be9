import type { GoodsEdit } from '#contract/admin/admin-products.ts'
import type { calls } from '#contract/calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import {
  checkDiscount,
  checkGoods,
  checkShippingMethod,
  checkVoucher,
  type ProductFaults,
} from '#domain/shop/check-product.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type Edited,
  lockDiscountUses,
  lockStock,
  writeDiscount,
  writeGoods,
  writeShippingMethod,
  writeVariant,
  writeVoucher,
} from './product-desk.store.ts'

type Context = CallContext<
  (typeof calls)['saveVoucher' | 'saveGoods' | 'saveShippingMethod' | 'saveDiscount']
>

/**
 * Each returns 422 by field, 409 `version-conflict` where it was edited meanwhile, and else as `confirmAdminLately`.
 */
export const saveVoucher: UseCase<'saveVoucher'> = (services, context) => {
  const { body } = context
  return save(services, context, {
    kind: 'voucher',
    faults: checkVoucher(body),
    write: (trx, edited) => writeVoucher(trx, edited, body),
  })
}

export const saveShippingMethod: UseCase<'saveShippingMethod'> = (services, context) => {
  const { body } = context
  return save(services, context, {
    kind: 'shipping',
    faults: checkShippingMethod(body),
    write: (trx, edited) => writeShippingMethod(trx, edited, body),
  })
}

/** 422 also for an existing code, and for a limit below the uses so far. */
export const saveDiscount: UseCase<'saveDiscount'> = (services, context) => {
  const { body } = context
  return save(services, context, {
    kind: 'discount',
    faults: checkDiscount(body),
    write: async (trx, edited) => {
      const uses = await lockDiscountUses(trx, body.code)
      if (edited.version === undefined && uses !== undefined) return refused({ code: 'discount-code-taken' })
      if (body.maxUses !== null && body.maxUses < (uses ?? 0))
        return refused({ maxUses: 'discount-uses-below' })
      return writeDiscount(trx, edited, body)
    },
  })
}

/** Changes stock by a difference, so that concurrent sales are kept. 422 for a negative result. */
export const saveGoods: UseCase<'saveGoods'> = (services, context) => {
  const { body } = context
  return save(services, context, {
    kind: 'goods',
    faults: {},
    write: async (trx, edited) => {
      const stocks = await stocksAfter(trx, edited.id, body.variants)
      if (stocks === undefined) return false
      const variants = body.variants.map((variant, index) => ({ ...variant, stock: stocks[index] ?? 0 }))
      const faults = checkGoods({ ...body, variants }, [...services.siteFiles.current.pictures.keys()])
      if (Object.keys(faults).length > 0) return refused(faults)
      if (!(await writeGoods(trx, edited, body))) return false
      for (const [position, variant] of body.variants.entries()) {
        const id = variant.id ?? services.random.id()
        await writeVariant(trx, { goodsId: edited.id, id, position }, variant)
      }
      return true
    },
  })
}

/** The resulting stock of each variant; undefined where one belongs to other goods. */
async function stocksAfter(
  trx: Trx,
  goodsId: string,
  variants: GoodsEdit['variants'],
): Promise<readonly number[] | undefined> {
  const known = variants.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const stocks = new Map<string, number>()
  // in the lock order of purchases: by id
  for (const id of known.toSorted()) {
    const stock = await lockStock(trx, goodsId, id)
    if (stock === undefined) return undefined
    stocks.set(id, stock)
  }
  if (stocks.size !== known.length) return undefined
  return variants.map(({ id = '', stockChange }) => (stocks.get(id) ?? 0) + stockChange)
}

type Work = {
  readonly kind: 'voucher' | 'goods' | 'shipping' | 'discount'
  readonly faults: ProductFaults
  /** False: it has another version meanwhile. */
  readonly write: (trx: Trx, edited: Edited) => Promise<boolean | Problem>
}

async function save(
  services: Services,
  context: Context,
  { kind, faults, write }: Work,
): ReturnType<typeof changeAsAdmin> {
  const { password: _, version, ...edit } = context.body
  if (Object.keys(faults).length > 0) return refused(faults)
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const known = 'id' in edit ? edit.id : undefined
  if (kind !== 'discount' && (known === undefined) !== (version === undefined))
    return new Problem('version-conflict')
  const id = known ?? services.random.id()
  return changeAsAdmin(services, context, by, async (trx) => {
    const written = await write(trx, { id, version, now: services.clock.now() })
    if (written !== true) return written === false ? new Problem('version-conflict') : written
    return {
      action: 'product-saved',
      target: 'code' in edit ? edit.code : id,
      after: { kind, isNew: version === undefined, ...edit },
    }
  })
}

function refused(faults: Readonly<Record<string, string>>): Problem {
  const fields = Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, fieldMessageKey(fault)]),
  )
  return new Problem('invalid', { fields })
}
