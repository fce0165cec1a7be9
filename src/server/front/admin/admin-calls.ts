import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { addCoupons } from './add-coupons.ts'
import { assignCouponAsAdmin, assignPrepaidAsAdmin } from './assign-licenses.ts'
import { assignPasswordAsAdmin, endSessionsAsAdmin, resetSecondFactorAsAdmin } from './change-person.ts'
import { decideDeclarationAsAdmin, listWaitingDeclarations } from './decide-declarations.ts'
import { findContacts } from './find-contacts.ts'
import { couponAssociates, lookUpCoupons } from './look-up-coupons.ts'
import { purgeAsAdmin } from './purge-account.ts'
import { returnFromSwitch, switchAsAdmin } from './switch.ts'
import { viewAccount } from './view-account.ts'

/** Registers the admin's calls for accounts, coupons and declarations (product.md section 7). */
export function registerAdminCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.assignPrepaid, (context) => assignPrepaidAsAdmin(services, context))
  route(app, calls.assignCoupon, (context) => assignCouponAsAdmin(services, context))
  route(app, calls.findContacts, (context) => findContacts(services, context))
  route(app, calls.viewAccount, (context) => viewAccount(services, context))
  route(app, calls.assignTemporaryPassword, (context) => assignPasswordAsAdmin(services, context))
  route(app, calls.resetSecondFactor, (context) => resetSecondFactorAsAdmin(services, context))
  route(app, calls.endUserSessions, (context) => endSessionsAsAdmin(services, context))
  route(app, calls.switchInto, (context) => switchAsAdmin(services, context))
  route(app, calls.returnFromSwitch, (context) => returnFromSwitch(services, context))
  route(app, calls.purgeAccount, (context) => purgeAsAdmin(services, context))
  route(app, calls.lookUpCoupons, (context) => lookUpCoupons(services, context))
  route(app, calls.couponAssociates, (context) => couponAssociates(services, context))
  route(app, calls.addCoupons, (context) => addCoupons(services, context))
  route(app, calls.waitingDeclarations, (context) => listWaitingDeclarations(services, context))
  route(app, calls.decideWaitingDeclaration, (context) => decideDeclarationAsAdmin(services, context))
}
