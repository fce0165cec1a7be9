import { calls } from '#contract/calls.ts'
import type { TestClient } from './test-client.ts'

/** Enters a card into the sandbox's form, and confirms it where the bank asks; answers the set-up that stored it. */
export async function enterSandboxCard(
  browser: TestClient,
  clientSecret: string,
  number: string,
): Promise<string> {
  const card = { clientSecret, number, expires: '12/39', cvc: '123' }
  const entered = await browser.call(calls.enterSandboxCard, { body: card })
  if (entered.status !== 200) throw new Error(`the card was not taken: ${entered.text}`)
  if (entered.body.status === 'requires-action')
    await browser.call(calls.answerSandboxBank, { body: { clientSecret, approve: true } })
  return entered.body.setupIntent
}
