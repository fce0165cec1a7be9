/** What a broadcast is: news to those who asked for them, or a notice to customers about their contract. */
export const broadcastKinds = ['newsletter', 'contract'] as const
export const broadcastLanguages = ['en', 'de'] as const
/** Subscriptions of recipients (`PersonStatus`). */
export const broadcastStatuses = [
  'none',
  'trial',
  'prepaid',
  'active',
  'pending-expiry',
  'cancelled',
] as const
