import { useState } from 'react'
import { adminSetUpCalls, type MailTest, type SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { type MailSecurity, mailSecurities } from '#domain/set-up.ts'
import { m } from '#messages/generated/messages.js'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useFixedHint } from '#web/front/desk/use-fixed-hint.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.tsx'

const labels = {
  host: m.set_up_host,
  port: m.set_up_port,
  security: m.set_up_security,
  user: m.set_up_user,
  from: m.set_up_from,
}

const securityNames: Readonly<Record<MailSecurity, () => string>> = {
  tls: m.set_up_tls,
  starttls: m.set_up_starttls,
  none: m.set_up_no_tls,
}

type Mail = Pick<SetUpAtDesk, 'mail' | 'versions' | 'hasMailPassword' | 'mailFixed' | 'mailTest' | 'steps'>

/** The mail server, and a test mail by it. */
export function MailForm({ setUp }: { setUp: Mail }) {
  const { mail, mailFixed, mailTest } = setUp
  const fixedHint = useFixedHint()
  return (
    <>
      {mailFixed ? (
        <p className="break-words">
          {fixedHint} {[mail.host, mail.from].filter((text) => text !== '').join(' · ')}
        </p>
      ) : (
        <Server setUp={setUp} />
      )}
      {mail.host === '' ? null : <TestMail last={mailTest} />}
    </>
  )
}

function Server({ setUp }: { setUp: Mail }) {
  const [mailPassword, setMailPassword] = useState('')
  const { fields, change, faults, save, dialog, busy } = useSettingsForm('mail', {
    of: adminSetUpCalls.saveMailServer,
    setUp,
    labels,
    onSaved: () => setMailPassword(''),
  })
  const text = (name: 'host' | 'user' | 'from') => ({
    autoComplete: 'off',
    maxLength: 200,
    ...textProps({ fields, faults, change })(name),
  })
  return (
    <SettingsFrame
      label={m.set_up_mail()}
      busy={busy}
      dialog={dialog}
      onSave={() => save({ mailPassword: mailPassword === '' ? null : mailPassword })}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={m.set_up_host()}
          {...text('host')}
          onChange={({ target }) => change({ host: target.value.trim() })}
        />
        <Field
          label={m.set_up_port()}
          inputMode="numeric"
          autoComplete="off"
          value={String(fields.port || '')}
          error={faults.port}
          onChange={({ target }) => change({ port: Number(target.value.replaceAll(/\D/g, '')) })}
        />
        <SelectField
          label={m.set_up_security()}
          value={fields.security}
          choices={mailSecurities.map((value) => ({ value, text: securityNames[value]() }))}
          error={faults.security}
          onChange={(value) => change({ security: value as MailSecurity })}
        />
        <Field label={m.set_up_user()} {...text('user')} />
        <PasswordField
          label={m.set_up_mail_password()}
          hint={setUp.hasMailPassword ? m.set_up_mail_password_kept() : m.set_up_mail_password_sealed()}
          autoComplete="new-password"
          maxLength={500}
          value={mailPassword}
          onChange={({ target }) => setMailPassword(target.value)}
        />
        <Field label={m.set_up_from()} hint={m.set_up_from_hint()} {...text('from')} />
      </div>
    </SettingsFrame>
  )
}

/** Mails the admin a test, and shows what the mail server answered. */
function TestMail({ last }: { last: MailTest | null }) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSetUpCalls.testMailServer, {
    message: m.set_up_mail_test_prompt(),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <div aria-live="polite" className="wrap-anywhere">
        <Outcome last={last} />
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div>
        <Button busy={busy} onClick={() => send({})}>
          {m.set_up_mail_test()}
        </Button>
      </div>
      {dialog}
    </div>
  )
}

function Outcome({ last }: { last: MailTest | null }) {
  if (!last) return <p>{m.set_up_mail_untested()}</p>
  const { answer } = last
  return last.delivered ? (
    <p>{m.set_up_mail_delivered({ answer })}</p>
  ) : (
    <Alert>{m.set_up_mail_refused({ answer })}</Alert>
  )
}
