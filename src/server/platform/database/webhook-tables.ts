import type { Generated } from 'kysely'
import type { Json } from './billing-tables.ts'

/** Tables of webhooks. Triggers on other tables write `webhook_event`. */
export type WebhookTables = {
  webhook_endpoint: WebhookEndpointTable
  webhook_event: { position: Generated<number>; type: string; data: Json<unknown> }
  webhook_delivery: WebhookDeliveryTable
  announced_video: { video_id: string }
}

type WebhookEndpointTable = {
  id: string
  url: string
  events: string[]
  active: boolean
  switched_off: 'gone' | 'given-up' | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  slow_until: Date | null
  created_at: Date
}

type WebhookDeliveryTable = {
  id: string
  position: Generated<number>
  endpoint_id: string
  message_id: string
  type: string
  body: string
  state: 'waiting' | 'delivered' | 'given-up'
  attempts: Generated<number>
  created_at: Date
  next_attempt_at: Date
  last_attempt_at: Date | null
  duration_ms: number | null
  status: number | null
  problem: string | null
  reply: string | null
}
