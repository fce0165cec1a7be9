import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { Refusal } from '#web/site/use-call.ts'
import { answerWithPasskey } from './ask-authenticator.ts'

type Reply = CallReply<typeof credentialCalls.signInWithPasskey>

/** What it is for: a sign-in under way, or one that begins with it. */
export type PasskeyStep = { second: true } | { second: false; staySignedIn: boolean }

/**
 * Signs in with a passkey: alone, or as the second step of a sign-in under way. Answers the server's reply, a problem of
 * it, or why nothing came of it.
 */
export async function signInWithPasskey(step: PasskeyStep): Promise<Reply | CallProblem | Refusal> {
  let started = await call(credentialCalls.startPasskeySignIn)
  // a sign-in that was begun here and left alone: this is a new one, of whoever it is
  if (!step.second && !(started instanceof CallProblem) && namesPasskeys(started.body.options)) {
    await call(sessionCalls.logout)
    started = await call(credentialCalls.startPasskeySignIn)
  }
  if (started instanceof CallProblem) return started
  const response = await answerWithPasskey(started.body.options)
  if (typeof response === 'string')
    return new Refusal(response === 'failed' ? m.problem_passkey_refused() : m.passkey_not_used())
  const reply = await call(credentialCalls.signInWithPasskey, {
    body: { response, ...(!step.second && { staySignedIn: step.staySignedIn }) },
  })
  const isRefused = reply instanceof CallProblem && reply.status === 401
  return isRefused ? new Refusal(m.problem_passkey_refused()) : reply
}

function namesPasskeys({ allowCredentials }: Record<string, unknown>): boolean {
  return Array.isArray(allowCredentials) && allowCredentials.length > 0
}
