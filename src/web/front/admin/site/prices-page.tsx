import { deskHref } from '#contract/desk/desk-pages.ts'
import type { DeskPrices } from '#contract/desk/price-calls.ts'
import { adminPriceCalls } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { NewPrices } from './new-prices.tsx'
import { useSavePrices } from './price-queries.ts'
import { PriceSets } from './price-sets.tsx'
import { PriceTerms } from './price-terms.tsx'
import { PricesText } from './prices-text.tsx'
import './prices.css'

/** What a subscription costs new customers, now and later. */
export function Component() {
  const read = useDeskRead(adminPriceCalls.pricesAtDesk, 'shown')
  return (
    <AdminPage title={m.prices_page()}>
      <Loaded read={read}>
        {(data) => (
          <div className="prices-desk">
            <Source prices={data} />
            <PriceSets prices={data} />
            {data.byEnvironment === null ? (
              <>
                {/* another version: begun anew from it */}
                <NewPrices key={data.version} prices={data} />
                <PricesText prices={data} />
              </>
            ) : null}
            {/* other terms: begun anew from them */}
            <PriceTerms key={JSON.stringify(data.terms)} prices={data} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Source({ prices }: { prices: DeskPrices }) {
  const { byEnvironment, source, fileChanged, text } = prices
  const { start, dialog } = useSavePrices()
  if (byEnvironment !== null)
    return <p className="max-w-[65ch]">{m.prices_by_environment({ set: byEnvironment })}</p>
  const from = { product: m.prices_from_product, file: m.prices_from_file, desk: m.prices_from_desk }
  return (
    <div className="grid max-w-[65ch] gap-3">
      <p>
        {from[source]()} {m.prices_keep()}{' '}
        <Link to={deskHref('adminPriceMoves')} className="link">
          {m.price_moves_link()}
        </Link>
      </p>
      {fileChanged ? (
        <>
          <Alert>{m.prices_file_changed()}</Alert>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => start(prices, text, m.prices_take_desk())}>{m.prices_take_desk()}</Button>
            <Button onClick={() => start(prices, null, m.prices_take_file())}>{m.prices_take_file()}</Button>
          </div>
        </>
      ) : null}
      {dialog}
    </div>
  )
}
