import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { deletionDay } from './deletion-day.ts'

/** Announces on every page that the account, or only this user, is about to be deleted. */
export default function DeletionBanner() {
  const session = useSession()
  if (!session?.authenticated) return null
  const { deletionAt, deletionOf } = session.account
  if (deletionAt === undefined) return null
  const date = deletionDay(deletionAt)
  const mayKeep = deletionOf === 'user' || session.permissions.includes('account.manage')
  return (
    <aside
      aria-label={m.own_data_banner()}
      className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-danger-soft px-4 py-1 text-center text-[0.8125rem]"
    >
      <span>
        {deletionOf === 'user' ? m.own_data_pending_user({ date }) : m.own_data_pending_account({ date })}
      </span>
      <Link to={`${href('profile')}#own-data`} className="link py-0.5 font-medium">
        {mayKeep ? m.own_data_keep() : m.own_data_banner_copy()}
      </Link>
    </aside>
  )
}
