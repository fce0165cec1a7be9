import { useState } from 'react'
import { type ApiKey, adminKeyCalls, type KeyScope } from '#contract/desk/key-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { NewKey, scopeNames } from './new-key.tsx'

/** The keys for programs; makes one, and withdraws one. */
export function Component() {
  const { page, setPage } = useTablePlace()
  const read = useDeskTable(adminKeyCalls.apiKeys, 'keys[]', {
    query: page === 0 ? {} : { page: String(page) },
  })
  const { demo } = useConfig()
  const [isNew, setNew] = useState(false)
  return (
    <AdminPage title={m.keys_page()}>
      <section className="grid max-w-[65ch] justify-items-start gap-3">
        <p>{m.keys_hint()}</p>
        {demo ? (
          <p>{m.keys_not_in_demo()}</p>
        ) : (
          <Button variant="primary" onClick={() => setNew(true)}>
            {m.keys_new()}
          </Button>
        )}
      </section>
      <ReadState read={read} />
      {read.data ? (
        <>
          <Keys keys={read.data.keys} />
          <TablePages table={m.keys_page()} page={page} count={read.data.count} onPage={setPage} />
        </>
      ) : null}
      {isNew ? <NewKey onClose={() => setNew(false)} /> : null}
    </AdminPage>
  )
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const { busy, refusal, send, dialog } = useDeskChange(adminKeyCalls.withdrawApiKey, {
    message: m.keys_withdraw_prompt(),
    done: m.keys_withdrawn,
  })
  if (keys.length === 0) return <p>{m.keys_none()}</p>
  return (
    <>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <DeskTable
        label={m.keys_page()}
        columns={columns(({ id }) => send({ id }), busy)}
        rows={keys}
        keyOf={({ id }) => id}
      />
      {dialog}
    </>
  )
}

function columns(withdraw: (key: ApiKey) => void, busy: boolean): readonly Column<ApiKey>[] {
  return [
    { title: m.keys_name(), of: ({ name }) => name },
    { title: m.keys_ending(), look: 'digits', of: ({ ending }) => ending },
    {
      title: m.keys_scopes(),
      of: ({ scopes }) => scopes.map((scope: KeyScope) => scopeNames[scope]()).join(', '),
    },
    { title: m.keys_networks(), of: ({ networks }) => networks.join(', ') },
    {
      title: m.keys_expires(),
      look: 'digits',
      of: ({ expiresAt }) => (expiresAt === null ? m.keys_never() : adminTime(expiresAt)),
    },
    {
      title: m.keys_used(),
      look: 'digits',
      of: ({ lastUsedAt }) => (lastUsedAt === null ? m.keys_unused() : adminTime(lastUsedAt)),
    },
    actsColumn((key) =>
      key.withdrawnAt === null ? (
        <Button busy={busy} aria-label={m.keys_withdraw_of({ name: key.name })} onClick={() => withdraw(key)}>
          {m.keys_withdraw()}
        </Button>
      ) : (
        m.keys_withdrawn_at({ at: adminTime(key.withdrawnAt) })
      ),
    ),
  ]
}
