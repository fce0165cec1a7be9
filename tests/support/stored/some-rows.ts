import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** Rows for `storeRows`: alike except for the columns that a test is about. */

const at = new Date('2026-11-21T10:00:00Z')

/** 11.90 EUR that were taken of a card. */
export function someCharge(
  of: Partial<Insertable<Tables['charge']>> & { readonly account_id: string },
): Insertable<Tables['charge']> & { readonly id: string } {
  const id = randomUUID()
  return {
    id,
    key: `period ${id}`,
    purpose: '{}',
    facts: '{}',
    state: 'succeeded',
    gross_cents: 1190,
    created_at: at,
    settled_at: at,
    ...of,
  }
}

/** The first attempt of a charge, which succeeded. */
export function someAttempt(
  of: Partial<Insertable<Tables['charge_attempt']>> & { readonly charge_id: string },
): Insertable<Tables['charge_attempt']> & { readonly id: string } {
  const id = randomUUID()
  return {
    id,
    number: 1,
    idempotency_key: id,
    provider: 'sandbox',
    mode: 'test',
    params: '{}',
    state: 'succeeded',
    provider_ref: `pi ${id}`,
    client_secret: null,
    decline_code: null,
    decline_message: null,
    void_at: null,
    created_at: at,
    first_sent_at: at,
    last_sent_at: at,
    settled_at: at,
    ...of,
  }
}

/** 1.19 EUR that went back to the card. */
export function someRefund(
  of: Partial<Insertable<Tables['refund']>> & { readonly charge_id: string; readonly attempt_id: string },
): Insertable<Tables['refund']> & { readonly id: string } {
  const id = randomUUID()
  return {
    id,
    reason: `refund ${id}`,
    net_cents: 100,
    vat_cents: 19,
    gross_cents: 119,
    taxes: null,
    state: 'succeeded',
    provider_ref: `re ${id}`,
    idempotency_key: id,
    created_at: at,
    last_sent_at: at,
    settled_at: at,
    ...of,
  }
}

/** An invoice of 11.90 EUR that no charge is behind. */
export function someInvoice(
  of: Partial<Insertable<Tables['invoice']>> & { readonly account_id: string },
): Insertable<Tables['invoice']> & { readonly id: string; readonly number: string } {
  const id = randomUUID()
  return {
    id,
    number: `2026-${id}`,
    kind: 'invoice',
    charge_id: null,
    corrects: null,
    issued_on: '2026-11-21',
    net_cents: 1000,
    vat_cents: 190,
    gross_cents: 1190,
    facts: '{}',
    effect_key: `invoice ${id}`,
    created_at: at,
    ...of,
  }
}

/** A checkout: a buyer about to pay, without a card. */
export function someCheckout(
  of: Partial<Insertable<Tables['shop_checkout']>> = {},
): Insertable<Tables['shop_checkout']> & { readonly order_id: string } {
  return {
    order_id: randomUUID(),
    user_id: null,
    email: 'buyer@example.org',
    provider: null,
    mode: null,
    customer: null,
    created_at: at,
    ...of,
  }
}

/** An order over 11.90 EUR that was placed and is not paid. Its checkout has to be there. */
export function someOrder(
  of: Partial<Insertable<Tables['shop_order']>> & { readonly id: string },
): Insertable<Tables['shop_order']> & { readonly id: string } {
  return {
    user_id: null,
    email: 'buyer@example.org',
    email_key: 'buyer@example.org',
    language: 'en',
    state: 'placed',
    lines: '[]',
    facts: '{}',
    net_cents: 1000,
    vat_cents: 190,
    gross_cents: 1190,
    placed_at: at,
    paid_at: null,
    packed_at: null,
    shipped_at: null,
    delivered_at: null,
    tracking_number: null,
    withdrawn_at: null,
    closed_at: null,
    due_on: null,
    received_on: null,
    ...of,
  }
}
