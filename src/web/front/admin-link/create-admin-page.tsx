import { useForm } from 'react-hook-form'
import { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { href } from '#contract/pages.ts'
import { checkAdminForm } from '#domain/accounts/admin.ts'
import { m } from '#messages/generated/messages.js'
import { useAfterSignIn } from '#web/identity/accounts/after-sign-in.ts'
import { checkedBy, faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { forgetLink, useLinkSecret } from '#web/identity/accounts/link-secret.ts'
import { PersonFields, personFields } from '#web/identity/accounts/person-fields.tsx'
import { NewPasswordForm } from '#web/identity/passwords/new-password-form.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'
import { useReply } from '#web/platform/site/use-reply.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Spinner } from '#web/platform/ui/spinner.tsx'

const parts = ['code'] as const

/**
 * The page of the link that the server's command line prints: creates the admin, or sets a new password. Both sign in,
 * and continue with the second factor's set-up.
 */
export function Component() {
  const { code = '' } = useLinkSecret(parts)
  const { reply: link, again } = useReply(code, linkOf)
  const afterSignIn = useSignedIn()
  if (link === undefined) return <Spinner />
  if (link instanceof CallProblem) return <NoLink problem={link} again={again} />
  if (link.purpose === 'new-admin')
    return (
      <NarrowPage page={m.create_admin_page()} title={m.create_admin_title()}>
        <p className="mt-2 text-muted">{m.create_admin_text()}</p>
        <NewAdminForm
          code={code}
          email={link.email ?? ''}
          onDone={(reply) => afterSignIn(reply, m.create_admin_done())}
        />
      </NarrowPage>
    )
  const { email, withoutTwoFactor } = link
  return (
    <NarrowPage page={m.new_password_page()} title={m.admin_password_title()}>
      <p className="mt-2 break-words text-muted">{m.admin_password_text({ email })}</p>
      {withoutTwoFactor ? <p className="mt-2 text-muted">{m.admin_password_two_factor_removed()}</p> : null}
      <NewPasswordForm
        contact={email}
        make={(password) => call(adminLinkCalls.renewAdminPassword, { body: { code, password } })}
        onDone={(reply) => afterSignIn(reply, m.admin_link_password_done())}
        otherLink={null}
      />
    </NarrowPage>
  )
}

/** Announces success and continues: to the second step if the admin has one, else to its set-up. */
function useSignedIn() {
  const navigate = useNavigate()
  const afterSignIn = useAfterSignIn()
  return async (reply: CallReply<typeof adminLinkCalls.createAdmin>, done: string) => {
    forgetLink()
    notify(done, 'success')
    await afterSignIn(reply)
    if (reply.status === 200) navigate(href('security'), { replace: true })
  }
}

/** Reads what the link allows. */
function linkOf(code: string) {
  return call(adminLinkCalls.adminLink, { body: { code } })
}

function NoLink({ problem, again }: { problem: CallProblem; again: () => void }) {
  if (problem.code === 'admin-link-wrong')
    return (
      <NarrowPage page={m.create_admin_page()} title={m.admin_link_wrong_title()}>
        <p className="mt-4">{problem.detail}</p>
        <p className="mt-3 text-muted">{m.admin_link_wrong_hint()}</p>
        <pre className="mt-3 overflow-x-auto rounded-control border border-line bg-raised px-3 py-2.5 text-sm">
          npm run admin -- create
        </pre>
      </NarrowPage>
    )
  return (
    <NarrowPage page={m.create_admin_page()} title={m.create_admin_page()}>
      <div className="mt-6">
        <FailedRead error={problem} again={again} />
      </div>
    </NarrowPage>
  )
}

const empty = { name: '', email: '', password: '', passwordConfirmation: '' }

type NewAdminFormProps = {
  code: string
  /** The address given to the command line. */
  email: string
  onDone: (reply: CallReply<typeof adminLinkCalls.createAdmin>) => Promise<void>
}

/** The new admin, validated by the rules shared with the server. */
function NewAdminForm({ code, email, onDone }: NewAdminFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { ...empty, email },
    resolver: checkedBy(checkAdminForm, faultSentence),
  })
  const { errors } = formState
  const { busy, refusal, send } = useCall(
    ({ name, email: entered, password }: typeof empty) =>
      call(adminLinkCalls.createAdmin, {
        body: { code, name: name.trim(), email: entered.trim(), password },
      }),
    { ...atFormFields(empty, setError), onDone },
  )

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={handleSubmit(send)}>
      <PersonFields fields={personFields(register)} errors={errors} emailHint={m.create_admin_email_hint()} />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.create_admin_button()}
      </Button>
    </form>
  )
}
