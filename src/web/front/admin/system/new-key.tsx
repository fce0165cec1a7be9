import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallRequest } from '#contract/call.ts'
import { adminKeyCalls, type KeyScope } from '#contract/desk/key-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { ProofForm } from './proof-form.tsx'

export const scopeNames: Readonly<Record<KeyScope, () => string>> = {
  'people-read': m.keys_people_read,
  'people-write': m.keys_people_write,
  'money-read': m.keys_money_read,
  'content-read': m.keys_content_read,
  'content-write': m.keys_content_write,
}
const scopeKeys = Object.keys(scopeNames) as KeyScope[]

type Body = CallRequest<typeof adminKeyCalls.makeApiKey>['body']
type Draft = { name: string; scopes: readonly KeyScope[]; days: string; networks: string }

/** Makes a key after password and second factor, and shows it once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: [], days: '365', networks: '' })
  const [made, setMade] = useState<string>()
  const { busy, refusal, send } = useCall((body: Body) => call(adminKeyCalls.makeApiKey, { body }), {
    check: (body) => (body.scopes.length === 0 ? m.keys_scope_missing() : undefined),
    sentenceOf: firstFault,
    onDone: async ({ body }) => {
      setMade(body.key)
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  return (
    <Modal title={m.keys_new()} onClose={onClose}>
      {made === undefined ? (
        <div className="grid gap-5">
          <KeyFields draft={draft} change={(changed) => setDraft({ ...draft, ...changed })} />
          <ProofForm
            submit={m.keys_make()}
            busy={busy}
            refusal={refusal}
            onProof={(proof) => send({ ...keyOf(draft), ...proof })}
          />
        </div>
      ) : (
        <MadeKey value={made} onClose={onClose} />
      )}
    </Modal>
  )
}

function keyOf({ name, scopes, days, networks }: Draft) {
  return {
    name,
    scopes: [...scopes],
    days: days === '' ? null : Number(days),
    networks: networks.split(/\s+/).filter((network) => network !== ''),
  }
}

function KeyFields({ draft, change }: { draft: Draft; change: (changed: Partial<Draft>) => void }) {
  return (
    <>
      <Field
        label={m.keys_name()}
        hint={m.keys_name_hint()}
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <ScopeBoxes scopes={draft.scopes} onChange={(scopes) => change({ scopes })} />
      <Field
        label={m.keys_days()}
        hint={m.keys_days_hint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={draft.days}
        onChange={({ target }) => change({ days: target.value.replaceAll(/\D/g, '') })}
      />
      <TextArea
        label={m.keys_networks()}
        hint={m.keys_networks_hint()}
        rows={2}
        value={draft.networks}
        onChange={({ target }) => change({ networks: target.value })}
      />
    </>
  )
}

type ScopeBoxesProps = {
  scopes: readonly KeyScope[]
  onChange: (scopes: readonly KeyScope[]) => void
}

function ScopeBoxes({ scopes, onChange }: ScopeBoxesProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend>{m.keys_scopes()}</legend>
      {scopeKeys.map((scope) => (
        <Checkbox
          key={scope}
          label={scopeNames[scope]()}
          checked={scopes.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
          }
        />
      ))}
    </fieldset>
  )
}

function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <div className="grid gap-5">
      <p>{m.keys_made()}</p>
      <Field label={m.keys_key()} readOnly value={value} onFocus={({ target }) => target.select()} />
      <Button variant="primary" className="justify-self-end" onClick={onClose}>
        {m.keys_copied()}
      </Button>
    </div>
  )
}
