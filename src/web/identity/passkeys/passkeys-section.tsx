import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { Passkey, SignInMethods } from '#contract/accounts/credentials.ts'
import { formatDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { MethodsSection } from '#web/identity/two-factor/methods-section.tsx'
import { FreshRecoveryCodes } from '#web/identity/two-factor/recovery-codes.tsx'
import { signInMethodsQuery } from '#web/identity/two-factor/sign-in-methods.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { call, forgetCsrfToken } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { passkeysWork } from './ask-authenticator.ts'

/** The user's passkeys: when each was added and used, rename, remove, add. */
export function PasskeysSection() {
  return (
    <MethodsSection title={m.passkeys_title()} lead={m.passkeys_lead()}>
      {(methods) => <Passkeys methods={methods} />}
    </MethodsSection>
  )
}

function Passkeys({ methods: { passkeys, hasPassword } }: { methods: SignInMethods }) {
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const show = (methods: SignInMethods) => client.setQueryData(signInMethodsQuery.queryKey, methods)
  const { remove, prompt } = useRemove(show)

  return (
    <>
      {codes.length > 0 ? <FreshRecoveryCodes codes={codes} onKept={() => setCodes([])} /> : null}
      {passkeys.length === 0 ? (
        <p className="text-sm">{m.passkeys_none()}</p>
      ) : (
        <ul className="card divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={hasPassword ? () => remove(passkey) : undefined}
            />
          ))}
        </ul>
      )}
      {passkeysWork() ? null : <p className="text-sm text-muted">{m.passkeys_impossible()}</p>}
      {passkeysWork() && hasPassword ? (
        <Button className="justify-self-start" onClick={() => setAdding(true)}>
          {m.passkeys_add()}
        </Button>
      ) : null}
      {prompt}
      <AddDialog
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={({ passkey, recoveryCodes }) => {
          setAdding(false)
          setCodes(recoveryCodes)
          notify(m.passkeys_added({ name: passkey.name }), 'success')
          client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
        }}
      />
      <RenameDialog
        passkey={renaming}
        onClose={() => setRenaming(undefined)}
        onRenamed={(name, methods) => {
          setRenaming(undefined)
          show(methods)
          notify(m.passkeys_renamed({ name }), 'success')
        }}
      />
    </>
  )
}

/** Removes a passkey after asking for the current password. */
function useRemove(onRemoved: (left: SignInMethods) => void) {
  const { ask, dialog } = usePasswordPrompt()
  const remove = ({ id, name }: Passkey) =>
    ask({
      message: m.passkeys_remove_password(),
      children: <p className="break-words">{m.passkeys_will_remove({ name })}</p>,
      make: (currentPassword) =>
        call(credentialCalls.removePasskey, { params: { id }, body: { currentPassword } }),
      onDone: ({ body }) => {
        forgetCsrfToken()
        onRemoved(body)
        notify(m.passkeys_removed({ name }), 'success')
      },
    })
  return { remove, prompt: dialog }
}

function AddDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean
  onClose: () => void
  onAdded: ComponentProps<typeof AddPasskeyForm>['onAdded']
}) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Modal title={m.passkeys_add()} onClose={onClose} initialFocus={first}>
      {open ? <AddPasskeyForm first={first} onAdded={onAdded} /> : null}
    </Modal>
  )
}

/** Open while a passkey is being renamed. */
function RenameDialog({
  passkey,
  onClose,
  onRenamed,
}: {
  passkey: Passkey | undefined
  onClose: () => void
  onRenamed: ComponentProps<typeof RenamePasskeyForm>['onRenamed']
}) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Modal title={m.passkeys_rename_title()} onClose={onClose} initialFocus={first}>
      {passkey ? <RenamePasskeyForm passkey={passkey} first={first} onRenamed={onRenamed} /> : null}
    </Modal>
  )
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: () => void
  onRemove: (() => void) | undefined
}) {
  const used = lastUsedAt === null ? m.passkeys_never_used() : m.passkeys_used_on({ day: dayOf(lastUsedAt) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {m.passkeys_added_on({ day: dayOf(createdAt) })} · {used}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={m.passkeys_rename_of({ name })} onClick={onRename}>
          {m.passkeys_rename()}
        </Button>
        {onRemove ? (
          <Button aria-label={m.passkeys_remove_of({ name })} onClick={onRemove}>
            {m.passkeys_remove()}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function dayOf(instant: string): string {
  return formatDay(localDay(new Date(instant)), getLocale())
}

/** Asks for a passkey's new name. */
function RenamePasskeyForm({
  passkey,
  first,
  onRenamed,
}: {
  passkey: Passkey
  /** The field that gets the focus. */
  first: RefObject<HTMLInputElement | null>
  onRenamed: (name: string, methods: SignInMethods) => void
}) {
  const [name, setName] = useState(passkey.name)
  const { busy, refusal, submit } = useCall(
    (wanted: string) =>
      call(credentialCalls.renamePasskey, { params: { id: passkey.id }, body: { name: wanted } }),
    {
      check: (wanted) => (wanted.trim() === '' ? m.field_passkey_name_missing() : undefined),
      sentenceOf: firstFault,
      onDone: ({ body }, wanted) => onRenamed(wanted.trim(), body),
    },
  )

  return (
    <form noValidate className="grid gap-5" onSubmit={submit(name)}>
      <Field
        ref={first}
        label={m.passkeys_name()}
        autoComplete="off"
        maxLength={60}
        value={name}
        error={refusal}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.passkeys_save()}
      </Button>
    </form>
  )
}
