import { type ComponentProps, useState } from 'react'
import { adminSetUpCalls, type PaymentKeys } from '#contract/desk/set-up-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useFixedHint } from '#web/front/desk/use-fixed-hint.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useSaveSettings } from './use-save-settings.tsx'

const labels = {
  secretKey: m.set_up_secret_key,
  publishableKey: m.set_up_publishable_key,
  webhookSecret: m.set_up_webhook_secret,
}

/** The keys of Stripe, its mode, and its webhook. */
export function PaymentForm({ payment }: { payment: PaymentKeys }) {
  return (
    <>
      {payment.mode === null ? null : (
        <p className="font-medium">{payment.mode === 'live' ? m.set_up_live() : m.set_up_test_mode()}</p>
      )}
      {payment.fixed ? <Fixed payment={payment} /> : <Keys payment={payment} />}
    </>
  )
}

function Fixed({ payment: { publishableKey, secretKeyEnd } }: { payment: PaymentKeys }) {
  const fixedHint = useFixedHint()
  return (
    <>
      <p className="wrap-anywhere">
        {fixedHint} {publishableKey}
      </p>
      {secretKeyEnd === null ? null : <p>{m.set_up_secret_set({ end: secretKeyEnd })}</p>}
    </>
  )
}

function keptHint(end: string | null): string | undefined {
  return end === null ? undefined : m.set_up_secret_kept({ end })
}

const nothing = { secretKey: '', webhookSecret: '' }

function typedSecrets({ secretKey, webhookSecret }: typeof nothing) {
  return { secretKey: secretKey || null, webhookSecret: webhookSecret || null }
}

function Keys({ payment }: { payment: PaymentKeys }) {
  const [publishableKey, setPublishableKey] = useState(payment.publishableKey)
  const [secrets, setSecrets] = useState(nothing)
  const [makeWebhook, setMakeWebhook] = useState(payment.webhookSecretEnd === null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const { save, dialog, busy } = useSaveSettings(adminSetUpCalls.savePayment, labels, {
    onFaults: setFaults,
    onSaved: ({ webhookRefused }) => {
      setSecrets(nothing)
      setRefused(webhookRefused)
    },
  })
  const secret = (name: keyof typeof nothing) => ({
    autoComplete: 'new-password',
    maxLength: 300,
    value: secrets[name],
    error: faults[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setSecrets({ ...secrets, [name]: target.value.trim() }),
  })
  return (
    <SettingsFrame
      label={m.set_up_payment()}
      busy={busy}
      dialog={dialog}
      onSave={() => save({ ...typedSecrets(secrets), publishableKey, makeWebhook })}
    >
      <Field
        label={m.set_up_publishable_key()}
        hint={m.set_up_publishable_key_hint()}
        autoComplete="off"
        maxLength={300}
        value={publishableKey}
        error={faults.publishableKey}
        onChange={({ target }) => setPublishableKey(target.value.trim())}
      />
      <PasswordField
        label={m.set_up_secret_key()}
        hint={keptHint(payment.secretKeyEnd) ?? m.set_up_secret_key_hint()}
        {...secret('secretKey')}
      />
      <Checkbox
        label={m.set_up_make_webhook()}
        checked={makeWebhook}
        onChange={({ target }) => setMakeWebhook(target.checked)}
      />
      {refused === null ? null : <Alert>{m.set_up_webhook_refused({ reason: refused })}</Alert>}
      {makeWebhook && refused === null ? null : (
        <WebhookByHand payment={payment} {...secret('webhookSecret')} />
      )}
      {faults.settings === undefined ? null : <Alert>{faults.settings}</Alert>}
    </SettingsFrame>
  )
}

type WebhookByHandProps = Omit<ComponentProps<typeof PasswordField>, 'label'> & { payment: PaymentKeys }

/** What to do at Stripe, and the secret that it shows then. */
function WebhookByHand({ payment: { webhookUrl, webhookSecretEnd }, ...field }: WebhookByHandProps) {
  return (
    <>
      <p className="wrap-anywhere">{m.set_up_webhook_steps({ url: webhookUrl })}</p>
      <PasswordField
        label={m.set_up_webhook_secret()}
        hint={keptHint(webhookSecretEnd) ?? m.set_up_webhook_secret_hint()}
        {...field}
      />
    </>
  )
}
