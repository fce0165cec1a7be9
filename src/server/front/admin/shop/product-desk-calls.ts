import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { productDesk } from './product-desk.store.ts'
import { saveDiscount, saveGoods, saveShippingMethod, saveVoucher } from './save-product.ts'

/** Registers the admin's calls for products. */
export function registerProductDeskCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.productDesk, async () => {
    const pictures = [...services.siteFiles.current.pictures.keys()]
    return { status: 200, body: { ...(await productDesk(services.database.db)), pictures } }
  })
  route(app, calls.saveVoucher, (context) => saveVoucher(services, context))
  route(app, calls.saveGoods, (context) => saveGoods(services, context))
  route(app, calls.saveShippingMethod, (context) => saveShippingMethod(services, context))
  route(app, calls.saveDiscount, (context) => saveDiscount(services, context))
}
