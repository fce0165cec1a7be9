import type { Sort } from '#domain/listing-query.ts'
import { m } from '#messages/generated/messages.js'

/** How an order is called in the list of choices, in the summary and as the page's title. */
export const sortLabels: Record<
  Sort | 'relevance',
  { choice: () => string; summary: () => string; title: () => string }
> = {
  relevance: { choice: m.sort_relevance, summary: m.order_relevance, title: m.videos_by_published },
  published: { choice: m.sort_published, summary: m.order_published, title: m.videos_by_published },
  category: { choice: m.sort_category, summary: m.order_category, title: m.videos_by_category },
  title: { choice: m.sort_title, summary: m.order_title, title: m.videos_by_title },
  duration: { choice: m.sort_duration, summary: m.order_duration, title: m.videos_by_duration },
}
