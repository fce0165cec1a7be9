import { useId, useRef } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { sells } from '#domain/service-mode.ts'
import { seatsFor } from '#domain/team/seats.ts'
import { m } from '#messages/generated/messages.js'
import { subscribePath } from '#web/books/pricing/subscribe-path.ts'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import {
  changeDraft,
  changeOf,
  faultOfNewUser,
  type TeamAction,
  type TeamDraft,
  userCount,
} from './team-draft.ts'
import { UserFields } from './user-fields.tsx'

const empty = { name: '', email: '' }

/** The form that adds a user, or why none can be added (product.md sections 5 and 6). */
export function AddUser({
  draft,
  subscription,
  dispatch,
  onSave,
}: {
  draft: TeamDraft
  subscription: Subscription | null
  dispatch: (action: TeamAction) => void
  /** Saves the users, including the one just added. */
  onSave: (draft: TeamDraft) => void
}) {
  const title = useId()
  const name = useRef<HTMLInputElement>(null)
  const seats = seatsFor(seatedBy(subscription), userCount(draft) + 1)
  return (
    <section aria-labelledby={title} className="grid gap-4">
      <h2 id={title}>{m.users_add_title()}</h2>
      {seats === 'card-needed' ? (
        <NoSeat sentence={m.problem_card_needed()} way={isRunning(subscription) ? 'card' : 'subscribe'} />
      ) : null}
      {seats === 'subscription-needed' ? (
        <NoSeat sentence={m.problem_subscription_needed()} way="subscribe" />
      ) : null}
      {seats === 'no-seat' ? <p className="text-muted">{m.users_full()}</p> : null}
      {seats === 'fits' || seats === 'price-change' ? (
        <UserFields
          className="grid items-start gap-4 md:grid-cols-2"
          nameField={name}
          start={empty}
          faultOf={(user) => faultOfNewUser(draft, user)}
          onSubmit={(user, pressed) => {
            const adding = { type: 'add', users: [user] } as const
            dispatch(adding)
            if (pressed === 'save') onSave(changeDraft(draft, adding))
            name.current?.focus()
            return empty
          }}
        >
          <div className="flex flex-wrap gap-3 md:col-span-full">
            <Button type="submit">{m.users_add()}</Button>
            {/* other changes are saved by the button at the table */}
            {changeOf(draft) ? null : (
              <Button type="submit" value="save" variant="primary">
                {m.users_add_and_save()}
              </Button>
            )}
          </div>
        </UserFields>
      ) : null}
    </section>
  )
}

/** Why no user can be added, and a link to the remedy for users who may pay. */
function NoSeat({ sentence, way }: { sentence: string; way: 'card' | 'subscribe' }) {
  const { serviceMode } = useConfig()
  const session = useSession()
  const pays = session?.authenticated && session.permissions.includes('subscription.manage')
  const isOffered = way === 'card' || sells(serviceMode)
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted">{sentence}</p>
      {pays && isOffered ? (
        <Link to={way === 'card' ? href('subscriptionCard') : subscribePath()} className="link">
          {way === 'card' ? m.users_add_card() : m.subscription_subscribe()}
        </Link>
      ) : null}
    </div>
  )
}

/** Whether a card would pay for anything. */
export function isRunning(subscription: Subscription | null): boolean {
  const seated = seatedBy(subscription)
  return seated !== undefined && seated.status !== 'cancelled'
}

/** Returns the data that seats are counted by. An account whose owner is unconfirmed has no subscription yet. */
export function seatedBy(subscription: Subscription | null) {
  if (!subscription || subscription.status === 'confirm-email') return undefined
  const { status, licenseCount, cardOnFile } = subscription
  return { status, licenseCount, card: cardOnFile }
}
