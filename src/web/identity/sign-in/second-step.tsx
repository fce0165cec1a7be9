import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import type { AfterSignIn, Method } from '#web/identity/accounts/after-sign-in.ts'
import { passkeysWork } from '#web/identity/passkeys/ask-authenticator.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** The second step of a sign-in: one of the user's methods, with links to the others. */
export function SecondStep({
  methods,
  afterSignIn,
  startAgain,
}: {
  methods: readonly Method[]
  afterSignIn: AfterSignIn
  /** Abandons the sign-in in progress and returns to email and password. `ended`: because it failed. */
  startAgain: (state?: { ended: true }) => void
}) {
  const usable = methods.filter((method) => method !== 'passkey' || passkeysWork())
  const [chosen, setChosen] = useState<Method>()
  // only edited URLs name no method; codes are the most common
  const method = chosen ?? usable[0] ?? 'totp'
  return (
    <div className="mt-6 grid gap-6">
      {method === 'passkey' ? (
        <div className="grid gap-5">
          <p className="text-muted">{m.second_step_passkey()}</p>
          <PasskeyButton
            variant="primary"
            autoFocus
            afterSignIn={afterSignIn}
            step={() => ({ second: true })}
          >
            {m.second_step_use_passkey()}
          </PasskeyButton>
        </div>
      ) : (
        <CodeForm
          key={method}
          method={method}
          afterSignIn={afterSignIn}
          onEnded={() => startAgain({ ended: true })}
        />
      )}
      <ul className="grid justify-items-start gap-2 border-t border-line pt-5 text-sm">
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <li key={other}>
              <button type="button" className="link" onClick={() => setChosen(other)}>
                {ways[other]()}
              </button>
            </li>
          ))}
        <li>
          <button type="button" className="link" onClick={() => startAgain()}>
            {m.second_step_again()}
          </button>
        </li>
      </ul>
    </div>
  )
}

const ways = {
  totp: m.second_step_use_totp,
  passkey: m.second_step_use_passkey,
  'recovery-code': m.second_step_use_recovery,
}
