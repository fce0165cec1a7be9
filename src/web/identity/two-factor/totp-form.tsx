import { lazy, type RefObject, Suspense, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call, forgetCsrfToken } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'

/** Shown once by the server: as a QR code, and for typing. */
export type TotpSecret = { readonly uri: string; readonly secret: string }

// few users need its code, and only once
const QrCode = lazy(() => import('./qr-code.tsx'))

/** Shows a secret for the authenticator app, and asks for the first code, which activates it. */
export function TotpForm({
  secret: { uri, secret },
  first,
  onConfirmed,
}: {
  secret: TotpSecret
  /** The field that gets the focus. */
  first: RefObject<HTMLInputElement | null>
  /** With new recovery codes; empty if earlier ones stay valid. */
  onConfirmed: (recoveryCodes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  const { busy, refusal, submit } = useCall(
    (typed: string) => call(credentialCalls.confirmTotp, { body: { code: typed } }),
    {
      check: (typed) => {
        if (typed.trim() !== '') return undefined
        first.current?.focus()
        return m.second_step_missing()
      },
      onDone: ({ body }) => {
        forgetCsrfToken()
        onConfirmed(body.recoveryCodes)
      },
      onRefused: () => {
        first.current?.focus()
        first.current?.select()
      },
    },
  )

  return (
    <form noValidate className="grid gap-5" onSubmit={submit(code)}>
      <p>{m.two_factor_scan()}</p>
      <Suspense fallback={<Skeleton className="mx-auto size-48" />}>
        <QrCode text={uri} label={m.two_factor_qr()} className="mx-auto size-48" />
      </Suspense>
      <div className="grid gap-1">
        <p className="text-sm font-medium">{m.two_factor_secret()}</p>
        <p className="num break-all text-[0.9375rem] select-all">{secret.replace(/(.{4})(?!$)/g, '$1 ')}</p>
      </div>
      <Field
        ref={first}
        label={m.two_factor_code()}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.two_factor_confirm()}
      </Button>
    </form>
  )
}
