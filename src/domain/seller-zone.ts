/** The seller's time zone: in it the days of subscriptions, charges and invoices begin and end. */
export const sellerZone = 'Europe/Berlin'
