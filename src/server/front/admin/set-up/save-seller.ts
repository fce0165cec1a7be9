import type { SellerSettings } from '#contract/desk/set-up-calls.ts'
import type { Taxation } from '#domain/set-up.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { DeskName, DeskValues } from '#server/platform/config/desk-names.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { saveSettings, typedValue } from './save-settings.ts'

const nameOf = {
  name: 'SELLER_NAME',
  address: 'SELLER_ADDRESS',
  email: 'SELLER_EMAIL',
  phone: 'SELLER_PHONE',
  vatId: 'SELLER_VAT_ID',
  taxNumber: 'SELLER_TAX_NUMBER',
  iban: 'SELLER_IBAN',
  bic: 'SELLER_BIC',
  taxation: 'VAT_MODE',
  country: 'SELLER_COUNTRY',
  ossSince: 'OSS_SINCE',
} as const satisfies Record<keyof SellerSettings, DeskName>

const fields = Object.keys(nameOf) as (keyof SellerSettings)[]
const fieldOf = Object.fromEntries(fields.map((field) => [nameOf[field], field]))
const ofTaxation: readonly DeskName[] = [
  'VAT_MODE',
  'SMALL_BUSINESS',
  'SELLER_COUNTRY',
  'OSS_SINCE',
  'THIRD_COUNTRY_VAT',
]

/** Returns the seller as the form shows them, and the fields that the environment decides. */
export function shownSeller(
  config: Config,
  saved: DeskValues,
): { readonly seller: SellerSettings; readonly fixed: (keyof SellerSettings)[] } {
  const typed = (name: DeskName) => typedValue(config, saved, name)
  const texts = Object.fromEntries(fields.map((field) => [field, typed(nameOf[field])]))
  const isFull = typed('VAT_MODE') === 'full'
  const taxation: Taxation = !isFull
    ? 'germany'
    : typed('SMALL_BUSINESS') === '1'
      ? 'small-business'
      : 'countries'
  const address = typed('SELLER_ADDRESS').replaceAll('\\n', '\n')
  return {
    seller: { ...texts, address, taxation, country: typed('SELLER_COUNTRY') || 'DE' } as SellerSettings,
    fixed: fields.filter((field) =>
      config.demo || field === 'taxation' || field === 'country' || field === 'ossSince'
        ? config.demo || ofTaxation.some((name) => config.given[name] !== undefined)
        : config.given[nameOf[field]] !== undefined,
    ),
  }
}

/** Saves who sells and how they are taxed. Refused as `saveSettings`. */
export const saveSeller: UseCase<'saveSeller'> = async (services, context) => {
  const { seller, version } = context.body
  const isFixed = ofTaxation.some((name) => services.config.given[name] !== undefined)
  const texts = fields
    .filter((field) => !ofTaxation.includes(nameOf[field]))
    .map((field) => [nameOf[field], seller[field].trim() || null])
  const refused = await saveSettings(services, context, {
    target: 'seller',
    version,
    change: { ...Object.fromEntries(texts), ...(isFixed ? {} : taxSettings(seller)) },
    fieldOf,
    inTransaction: (trx) => context.remember(trx, done),
  })
  return refused instanceof Problem ? refused : done
}

function taxSettings({
  taxation,
  country,
  ossSince,
}: SellerSettings): Partial<Record<DeskName, string | null>> {
  const isByCountry = taxation === 'countries'
  return {
    VAT_MODE: taxation === 'germany' ? 'simple' : 'full',
    SMALL_BUSINESS: taxation === 'small-business' ? '1' : null,
    SELLER_COUNTRY: isByCountry ? country : null,
    OSS_SINCE: isByCountry ? ossSince || null : null,
    THIRD_COUNTRY_VAT: null,
  }
}

const done = { status: 200, body: { status: 'ok' } } as const
