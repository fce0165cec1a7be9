import { neededToOpen, type SetUpStep, type StepState, setUpSteps } from '#domain/set-up.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { settings } from '#server/platform/config/settings.ts'
import { textsState } from './check-texts.ts'
import { lastMailTest } from './save-mail-server.ts'
import { lastTestPurchase } from './test-purchase.ts'

type States = Readonly<Record<SetUpStep, StepState>>

/** Returns the state of each first step, read from what the site has: nothing is ticked off by hand. Test keys are not enough. */
export async function setUpStates(services: LibraryServices): Promise<States> {
  const { config, library, payments, siteFiles } = services
  const { look, prices } = siteFiles.current
  const isPriced =
    config.priceSet !== undefined || prices.onSale !== undefined || Object.keys(prices.sets).length > 0
  return {
    look: doneIf(look.name !== undefined || config.productName !== settings.PRODUCT_NAME.default),
    seller: sellerState(config.seller),
    texts: await textsState(services),
    mail: await mailState(services),
    payment: config.stripe?.livemode === false ? 'wrong' : doneIf(payments.size > 0),
    film: doneIf(library.catalogue.videos.length > 0),
    prices: doneIf(isPriced),
    purchase: await purchaseState(services),
  }
}

/** A mail server of the environment counts untested; one of the desk once a mail has arrived. */
async function mailState(services: LibraryServices): Promise<StepState> {
  const { demo, smtpUrl, mailFrom, given } = services.config
  const test = await lastMailTest(services)
  if (test?.delivered === false) return 'wrong'
  if (demo || test) return 'done'
  return doneIf(smtpUrl !== undefined && mailFrom !== '' && given.SMTP_URL !== undefined)
}

async function purchaseState(services: LibraryServices): Promise<StepState> {
  const last = await lastTestPurchase(services)
  return last?.paid === false ? 'wrong' : doneIf(last !== null)
}

/** Invoices have to name the address, and the VAT id or the tax number (§ 14 (4) UStG). */
function sellerState({ address, vatId, taxNumber }: LibraryServices['config']['seller']): StepState {
  const isNamed = address !== ''
  const isTaxed = vatId !== undefined || taxNumber !== undefined
  if (isNamed && isTaxed) return 'done'
  return isNamed || isTaxed ? 'wrong' : 'missing'
}

function doneIf(done: boolean): StepState {
  return done ? 'done' : 'missing'
}

/** Returns the steps as the desk shows them; an open site makes no test purchases. */
export function shownSteps(states: States, running: boolean) {
  const shown = setUpSteps.filter((name) => running || name !== 'purchase')
  return shown.map((name) => ({ name, state: states[name], needed: neededToOpen.includes(name) }))
}
