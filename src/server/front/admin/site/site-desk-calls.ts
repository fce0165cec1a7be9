import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { route } from '#server/platform/http/route.ts'
import { draftPrices } from './draft-prices.ts'
import { draftLook, saveLook, showLook } from './look-desk.ts'
import {
  orderPriceMove,
  previewPriceMove,
  sendPriceMove,
  showPriceMove,
  showPriceMoves,
  stopPriceMove,
} from './move-customers.ts'
import { savePrices, showPrices } from './save-prices.ts'
import { saveTerms } from './terms.ts'
import { draftWords, listWords, saveWords, showWords } from './words-desk.ts'

/** Registers the admin's calls about what the site says and sells. */
export function registerSiteDeskCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.pricesAtDesk, (context) => showPrices(services, context))
  route(app, calls.draftPrices, (context) => draftPrices(services, context))
  route(app, calls.saveTerms, (context) => saveTerms(services, context))
  route(app, calls.savePrices, (context) => savePrices(services, context))
  route(app, calls.lookAtDesk, (context) => showLook(services, context))
  route(app, calls.draftLook, async (context) => draftLook(context))
  route(app, calls.saveLook, (context) => saveLook(services, context))
  route(app, calls.wordsAtDesk, (context) => listWords(services, context))
  route(app, calls.wordsOfPage, (context) => showWords(services, context))
  route(app, calls.draftWords, (context) => draftWords(services, context))
  route(app, calls.saveWords, (context) => saveWords(services, context))
  route(app, calls.priceMoves, (context) => showPriceMoves(services, context))
  route(app, calls.previewPriceMove, (context) => previewPriceMove(services, context))
  route(app, calls.orderPriceMove, (context) => orderPriceMove(services, context))
  route(app, calls.stopPriceMove, (context) => stopPriceMove(services, context))
  route(app, calls.priceMove, (context) => showPriceMove(services, context))
  route(app, calls.priceMoveCsv, (context) => sendPriceMove(services, context))
}
