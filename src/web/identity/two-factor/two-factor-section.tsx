import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { needsSecondFactor } from '#domain/accounts/admin.ts'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { call } from '#web/platform/site/api.ts'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { MethodsSection } from './methods-section.tsx'
import { FreshRecoveryCodes } from './recovery-codes.tsx'
import { signInMethodsQuery } from './sign-in-methods.ts'
import { SwitchOffForm } from './switch-off-form.tsx'
import { TotpForm, type TotpSecret } from './totp-form.tsx'

/** The authenticator app and the recovery codes: their state, set up, renew, switch off. */
export function TwoFactorSection() {
  return (
    <MethodsSection title={m.two_factor_title()} lead={m.two_factor_lead()}>
      {(methods) => <TwoFactor methods={methods} />}
    </MethodsSection>
  )
}

function TwoFactor({ methods }: { methods: SignInMethods }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<TotpSecret>()
  const [switchingOff, setSwitchingOff] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const isOn = methods.totp || methods.passkeys.length > 0
  const isNeeded = useIsNeeded(isOn)
  const takeCodes = (fresh: readonly string[]) => {
    setCodes(fresh)
    client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
  }
  const { setUp, renew, prompt } = usePasswordChecked({ onSecret: setSecret, onCodes: takeCodes })

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
      {prompt}
      <SetUpDialog
        secret={secret}
        onClose={() => setSecret(undefined)}
        onConfirmed={(fresh) => {
          setSecret(undefined)
          notify(m.two_factor_switched_on(), 'success')
          takeCodes(fresh)
        }}
      />
      <SwitchOffDialog
        open={switchingOff}
        onClose={() => setSwitchingOff(false)}
        onDone={(left) => {
          setSwitchingOff(false)
          setCodes([])
          notify(m.two_factor_switched_off(), 'success')
          client.setQueryData(signInMethodsQuery.queryKey, left)
        }}
      />
    </>
  )
}

/** Asks for the current password before a new authenticator secret or new recovery codes. */
function usePasswordChecked({
  onSecret,
  onCodes,
}: {
  onSecret: (secret: TotpSecret) => void
  onCodes: (codes: readonly string[]) => void
}) {
  const { ask, dialog } = usePasswordPrompt()
  const setUp = () =>
    ask({
      message: m.two_factor_set_up_password(),
      make: (currentPassword) => call(credentialCalls.startTotp, { body: { currentPassword } }),
      onDone: ({ body }) => onSecret(body),
    })
  const renew = () =>
    ask({
      message: m.recovery_renew_password(),
      children: <p>{m.recovery_renew_text()}</p>,
      make: (currentPassword) => call(credentialCalls.renewRecoveryCodes, { body: { currentPassword } }),
      onDone: ({ body }) => onCodes(body.recoveryCodes),
    })
  return { setUp, renew, prompt: dialog }
}

/** Open while a secret is being entered into an app. */
function SetUpDialog({
  secret,
  onClose,
  onConfirmed,
}: {
  secret: TotpSecret | undefined
  onClose: () => void
  onConfirmed: (recoveryCodes: readonly string[]) => void
}) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Modal title={m.two_factor_set_up_title()} onClose={onClose} initialFocus={first}>
      {secret ? <TotpForm secret={secret} first={first} onConfirmed={onConfirmed} /> : null}
    </Modal>
  )
}

function SwitchOffDialog({
  open,
  onClose,
  onDone,
}: {
  open: boolean
  onClose: () => void
  onDone: (left: SignInMethods) => void
}) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Modal title={m.two_factor_switch_off_title()} onClose={onClose} initialFocus={first}>
      {open ? <SwitchOffForm first={first} onDone={onDone} /> : null}
    </Modal>
  )
}

/** Whether the admin lacks a second factor, on a site that is no demo. */
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
