import { useQueryClient } from '@tanstack/react-query'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { accountQuery } from './account-queries.ts'

/** Deletes an account at once, after a dialog that names it and says what goes. */
export function PurgeAccount({ account: { id, name, users } }: { account: ViewedAccount }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { ask, dialog } = useAdminChange(adminAccountCalls.purgeAccount, {
    onDone: ({ purgeList }) => {
      if (purgeList) notify(m.admin_purge_not_listed(), 'error')
      else notify(m.admin_purge_done(), 'success')
      navigate(deskHref('adminAccounts'))
      client.removeQueries(accountQuery(id))
    },
  })

  const start = () =>
    ask({
      message: m.admin_purge_prompt({ name }),
      children: (purging) => <WhatGoes users={users.length} purging={purging} />,
      body: { id },
    })

  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-6">
      <p className="text-sm text-muted">{m.admin_purge_hint()}</p>
      <Button className="text-danger" onClick={start}>
        {m.admin_purge()}
      </Button>
      {dialog}
    </section>
  )
}

function WhatGoes({ users, purging }: { users: number; purging: boolean }) {
  return (
    <>
      <p className="text-sm">{m.admin_purge_prompt_text({ count: users })}</p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {purging ? m.admin_purge_running() : ''}
      </p>
    </>
  )
}
