import { useEffect } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { shortestPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

type Person = { name: string; email: string; password: string; passwordConfirmation: string }

type Registered = Readonly<Record<keyof Person, UseFormRegisterReturn>>

/**
 * Registers the fields with their form. Must be called in the order of the form's fields, because the first registered
 * field with an error gets the focus.
 */
export function personFields(register: (field: keyof Person) => UseFormRegisterReturn): Registered {
  return {
    name: register('name'),
    email: register('email'),
    password: register('password'),
    passwordConfirmation: register('passwordConfirmation'),
  }
}

/** Focuses and selects the address when the user returned to correct it. */
export function useAddressPutRight(
  isBack: boolean,
  setFocus: (field: 'email', options: { shouldSelect: boolean }) => void,
): void {
  useEffect(() => {
    if (isBack) setFocus('email', { shouldSelect: true })
  }, [isBack, setFocus])
}

/** Name and sign-in details, in every form that creates a user. */
export function PersonFields({
  fields,
  errors,
  emailHint,
}: {
  fields: Registered
  errors: FieldErrors<Person>
  emailHint?: string | undefined
}) {
  return (
    <>
      <Field label={m.register_name()} autoComplete="name" error={errors.name?.message} {...fields.name} />
      <Field
        label={m.account_email()}
        type="email"
        autoComplete="username"
        hint={emailHint}
        error={errors.email?.message}
        {...fields.email}
      />
      <PasswordField
        label={m.account_password()}
        autoComplete="new-password"
        hint={m.register_password_hint({ count: shortestPassword })}
        error={errors.password?.message}
        {...fields.password}
      />
      <PasswordField
        label={m.register_confirm_password()}
        autoComplete="new-password"
        error={errors.passwordConfirmation?.message}
        {...fields.passwordConfirmation}
      />
    </>
  )
}
