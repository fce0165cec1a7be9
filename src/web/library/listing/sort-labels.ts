import type { Sort } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'

/** The names of an order, in the list of choices and in the summary. */
export const sortLabels: Record<Sort | 'relevance', { choice: () => string; summary: () => string }> = {
  relevance: { choice: m.sort_relevance, summary: m.order_relevance },
  published: { choice: m.sort_published, summary: m.order_published },
  category: { choice: m.sort_category, summary: m.order_category },
  title: { choice: m.sort_title, summary: m.order_title },
  duration: { choice: m.sort_duration, summary: m.order_duration },
}
