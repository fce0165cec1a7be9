import { m } from '#messages/generated/messages.js'

/** Returns the status that a receiver answered with, or why there was no reply. */
export function answerText({ status, problem }: { status: number | null; problem: string | null }): string {
  return status === null ? (problem ?? '') : m.webhooks_status({ status })
}
