import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SignedInSession, UserSession } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { isEmail } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import { CountryField } from '#web/books/billing/country-field.tsx'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { useCart } from './cart.ts'
import { type CheckoutDraft, changeCheckout } from './checkout-draft.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { checkoutHref } from './checkout-steps.ts'
import { quoteQuery, shopQuery } from './shop-queries.ts'

type Entered = Readonly<Record<'email' | 'country' | 'name' | 'address', string>>
type Faults = Partial<Entered>

/** The address for codes and invoice, whose country decides the tax. A guest needs only an email address. */
export function AddressStep({ session, draft }: { session: UserSession; draft: CheckoutDraft }) {
  const navigate = useNavigate()
  const known = session.authenticated ? session : undefined
  const { data: shop } = useQuery(shopQuery)
  const [typed, setTyped] = useState(() => addressKnown(draft, known))
  const entered = { ...typed, country: typed.country ?? shop?.country ?? '' }
  const [faults, setFaults] = useState<Faults>({})
  const { data: quote } = useQuery(
    quoteQuery(useCart(), { ...draft, country: entered.country || undefined, shipping: undefined }),
  )
  const needsAddress = (quote?.needsAddress ?? false) || draft.payment === 'invoice'

  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(entered, needsAddress)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    changeCheckout(changesOf(entered, draft))
    navigate(checkoutHref('shipping'))
  }
  return (
    <form noValidate onSubmit={save}>
      <CheckoutFrame
        step="address"
        next={
          <Button type="submit" variant="primary" size="large">
            {m.checkout_next()}
          </Button>
        }
      >
        {known ? null : <SignInHint />}
        <AddressFields
          {...{ entered, faults, needsAddress }}
          isShipped={quote?.ships ?? false}
          onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
        />
      </CheckoutFrame>
    </form>
  )
}

type AddressFieldsProps = {
  entered: Entered
  faults: Faults
  needsAddress: boolean
  isShipped: boolean
  onChange: (part: Partial<Entered>) => void
}

function AddressFields({ entered, faults, needsAddress, isShipped, onChange }: AddressFieldsProps) {
  return (
    <>
      <Field
        label={m.checkout_email()}
        hint={m.checkout_email_hint()}
        type="email"
        autoComplete="email"
        maxLength={320}
        error={faults.email}
        value={entered.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <CountryField
        value={entered.country}
        error={faults.country}
        onChange={(country) => onChange({ country })}
      />
      <Field
        label={m.checkout_name()}
        {...(!needsAddress && { optional: m.checkout_optional() })}
        autoComplete="name"
        maxLength={200}
        error={faults.name}
        value={entered.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={m.checkout_postal_address()}
        optional={needsAddress ? undefined : m.checkout_optional()}
        hint={isShipped ? m.checkout_address_hint_shipped() : m.checkout_address_hint()}
        error={faults.address}
        maxLength={1000}
        autoComplete="street-address"
        value={entered.address}
        onChange={(event) => onChange({ address: event.target.value })}
      />
    </>
  )
}

/** Returns what was entered before, or else the signed-in user's address. */
function addressKnown(draft: CheckoutDraft, known: SignedInSession | undefined) {
  return {
    email: draft.email ?? known?.user.email ?? '',
    country: draft.country ?? known?.account.country,
    name: draft.name ?? known?.user.name ?? '',
    address: draft.address ?? known?.account.billingAddress ?? '',
  }
}

function SignInHint() {
  return (
    <p className="text-sm text-muted">
      <RichSentence
        sentence={m.checkout_sign_in}
        parts={{
          login: (
            <Link to={href('login', {}, { next: checkoutHref('address') })} className="link">
              {m.checkout_sign_in_link()}
            </Link>
          ),
        }}
      />
    </p>
  )
}

function changesOf(entered: Entered, before: CheckoutDraft): Partial<CheckoutDraft> {
  const email = entered.email.trim()
  return {
    email,
    country: entered.country,
    name: entered.name.trim(),
    address: entered.address.trim(),
    // shipping methods depend on the country
    ...(entered.country !== before.country && { shipping: undefined }),
    // the card form was begun for another address
    ...(email !== before.email && { orderId: undefined, key: undefined, setupIntent: undefined }),
  }
}

function faultsOf({ email, country, name, address }: Entered, needsAddress: boolean): Faults {
  return {
    ...(email.trim() === ''
      ? { email: m.field_email_missing() }
      : !isEmail(email.trim()) && { email: m.field_email_invalid() }),
    ...(country === '' && { country: m.field_country_unknown() }),
    ...(needsAddress && name.trim() === '' && { name: m.field_name_missing() }),
    ...(needsAddress && address.trim() === '' && { address: m.field_address_missing() }),
  }
}
