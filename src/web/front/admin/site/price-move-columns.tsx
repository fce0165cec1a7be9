import { deskHref } from '#contract/desk/desk-pages.ts'
import type { Concerned } from '#contract/desk/price-move-calls.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import type { Column } from '#web/front/desk/desk-table.tsx'
import { RowLink } from '#web/front/desk/desk-table.tsx'
import { priceText } from '#web/platform/site/price-text.ts'

/** The column that names a customer whose price moves. */
export function customerColumn(): Column<Pick<Concerned, 'accountId' | 'name' | 'email'>> {
  return {
    title: m.price_move_customer(),
    of: ({ accountId, name, email }) => (
      <>
        <RowLink to={deskHref('adminAccount', { id: accountId })}>{name}</RowLink>{' '}
        <span className="text-muted">{email}</span>
      </>
    ),
  }
}

/** The columns of what the customer pays, before and after. */
export function priceColumns(): readonly Column<
  Pick<Concerned, 'users' | 'interval' | 'oldCents' | 'newCents'>
>[] {
  return [
    { title: m.price_move_users(), look: 'amount', of: ({ users }) => users },
    { title: m.price_move_interval(), of: ({ interval }) => intervalName(interval) },
    { title: m.price_move_old(), look: 'amount', of: ({ oldCents }) => priceText(oldCents) },
    { title: m.price_move_new_price(), look: 'amount', of: ({ newCents }) => priceText(newCents) },
  ]
}
