import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { needsSecondFactor } from '#domain/accounts/admin.ts'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/layout/password-prompt.tsx'
import { call } from '#web/site/api.ts'
import { useConfig, useSession } from '#web/site/site.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { MethodsSection } from './methods-section.tsx'
import { FreshRecoveryCodes } from './recovery-codes.tsx'
import { signInMethodsQuery } from './sign-in-methods.ts'
import { SwitchOffForm } from './switch-off-form.tsx'
import { TotpForm, type TotpSecret } from './totp-form.tsx'

/** The authenticator app and the recovery codes: whether they are in use, set up, renew, switch off. */
export function TwoFactorSection() {
  return (
    <MethodsSection title={m.two_factor_title()} lead={m.two_factor_lead()}>
      {(methods) => <TwoFactor methods={methods} />}
    </MethodsSection>
  )
}

function TwoFactor({ methods }: { methods: SignInMethods }) {
  const client = useQueryClient()
  const prompt = usePasswordPrompt()
  const [secret, setSecret] = useState<TotpSecret>()
  const [switchingOff, setSwitchingOff] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const isOn = methods.totp || methods.passkeys.length > 0
  const isNeeded = useIsNeeded(isOn)
  const changed = () => client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })

  const setUp = () =>
    prompt.ask({
      message: m.two_factor_set_up_password(),
      make: (currentPassword) => call(credentialCalls.startTotp, { body: { currentPassword } }),
      onDone: ({ body }) => setSecret(body),
    })
  const renew = () =>
    prompt.ask({
      message: m.recovery_renew_password(),
      children: <p>{m.recovery_renew_text()}</p>,
      make: (currentPassword) => call(credentialCalls.renewRecoveryCodes, { body: { currentPassword } }),
      onDone: ({ body }) => {
        setCodes(body.recoveryCodes)
        changed()
      },
    })

  return (
    <>
      {isNeeded ? <p className="rounded-card bg-accent-soft px-4 py-3.5">{m.two_factor_admin()}</p> : null}
      {codes.length > 0 ? <FreshRecoveryCodes codes={codes} onKept={() => setCodes([])} /> : null}
      <ul className="card divide-y divide-line">
        <Row name={m.two_factor_app()} state={methods.totp ? m.two_factor_on() : m.two_factor_off()}>
          {methods.totp ? (
            <Button onClick={() => setSwitchingOff(true)}>{m.two_factor_switch_off()}</Button>
          ) : methods.hasPassword ? (
            <Button onClick={setUp}>{m.two_factor_set_up()}</Button>
          ) : null}
        </Row>
        {isOn ? (
          <Row name={m.recovery_title()} state={m.recovery_left({ count: methods.recoveryCodes })}>
            {methods.hasPassword ? <Button onClick={renew}>{m.recovery_renew()}</Button> : null}
          </Row>
        ) : null}
      </ul>
      {prompt.dialog}
      <Modal title={m.two_factor_set_up_title()} onClose={() => setSecret(undefined)} initialFocus={first}>
        {secret ? (
          <TotpForm
            secret={secret}
            first={first}
            onConfirmed={(fresh) => {
              setSecret(undefined)
              setCodes(fresh)
              notify(m.two_factor_switched_on(), 'success')
              changed()
            }}
          />
        ) : null}
      </Modal>
      <Modal
        title={m.two_factor_switch_off_title()}
        onClose={() => setSwitchingOff(false)}
        initialFocus={first}
      >
        {switchingOff ? (
          <SwitchOffForm
            first={first}
            onDone={(left) => {
              setSwitchingOff(false)
              setCodes([])
              notify(m.two_factor_switched_off(), 'success')
              client.setQueryData(signInMethodsQuery.queryKey, left)
            }}
          />
        ) : null}
      </Modal>
    </>
  )
}

/** Whether this is the admin of a site that is no demo, without a second factor. */
function useIsNeeded(secondFactorOn: boolean): boolean {
  const { demo } = useConfig()
  const session = useSession()
  return needsSecondFactor({ admin: session?.authenticated === true && session.admin, demo, secondFactorOn })
}

function Row({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">{state}</p>
      </div>
      {children}
    </li>
  )
}
