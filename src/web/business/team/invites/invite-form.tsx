import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import type { Invite } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { inviteDomain } from '#domain/team/invite.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

const empty = { domain: '', days: '14', maxUses: '' }

type InviteFormProps = {
  onMade: (invites: readonly Invite[]) => void
  onCancel: () => void
}

/** Creates an invite link: domain, validity, and number of uses. */
export function InviteForm({ onMade, onCancel }: InviteFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: empty })
  const { busy, refusal, send } = useCall(addInvite, {
    ...atFormFields(empty, setError),
    onDone: ({ body }) => onMade(body.invites),
  })

  return (
    <form
      noValidate
      aria-label={m.invite_add_title()}
      className="card grid gap-5 p-5"
      onSubmit={handleSubmit(send)}
    >
      <InviteFields register={register} errors={formState.errors} />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {m.invite_add()}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {m.invite_cancel()}
        </Button>
      </div>
    </form>
  )
}

type InviteFieldsProps = {
  register: UseFormRegister<typeof empty>
  errors: FieldErrors<typeof empty>
}

function InviteFields({ register, errors }: InviteFieldsProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <Field
        label={m.invite_domain()}
        optional={m.account_optional()}
        hint={m.invite_domain_hint()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        autoFocus
        error={errors.domain?.message}
        {...register('domain', {
          validate: (text) => inviteDomain(text) !== undefined || m.field_domain_invalid(),
        })}
      />
      <Field
        label={m.invite_days()}
        trailing={<Unit name={m.invite_days_unit()} />}
        hint={m.invite_days_hint()}
        autoComplete="off"
        inputMode="numeric"
        error={errors.days?.message}
        {...register('days', { validate: (text) => isWhole(text, 90) || m.invite_days_invalid() })}
      />
      <Field
        label={m.invite_max_uses()}
        trailing={<Unit name={m.invite_max_uses_unit()} />}
        optional={m.account_optional()}
        hint={m.invite_max_uses_hint()}
        autoComplete="off"
        inputMode="numeric"
        error={errors.maxUses?.message}
        {...register('maxUses', {
          validate: (text) => text.trim() === '' || isWhole(text, 1000) || m.invite_max_uses_invalid(),
        })}
      />
    </div>
  )
}

/** The unit of a number, next to it. Screen readers read it in the hint. */
function Unit({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted"
    >
      {name}
    </span>
  )
}

/** Creates an invite. Empty fields are not sent. */
function addInvite({ domain, days, maxUses }: typeof empty) {
  const body = {
    days: Number(days),
    ...(domain.trim() && { domain: domain.trim() }),
    ...(maxUses.trim() && { maxUses: Number(maxUses) }),
  }
  return call(teamCalls.addInvite, { body })
}

function isWhole(text: string, most: number): boolean {
  return /^\s*\d{1,4}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most
}
