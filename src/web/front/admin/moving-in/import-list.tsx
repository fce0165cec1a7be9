import { queryOptions, useQuery } from '@tanstack/react-query'
import { deskHref } from '#contract/desk/desk-pages.ts'
import type { PeopleImport } from '#contract/desk/moving-in.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { siteNow } from '#web/platform/site/site-clock.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { ErrorsLink } from './checked-list.tsx'
import { Invitations } from './invitations.tsx'

const refreshMs = 2_000

/** The last imports, read repeatedly while one of them is running. */
const importsQuery = queryOptions({
  ...deskQuery(adminMovingInCalls.peopleImports, 'imports[]'),
  refetchInterval: ({ state }) => (state.data?.imports.some(isWorking) ? refreshMs : false),
})

function isWorking({ state, ordered, cards, oldEnded }: PeopleImport): boolean {
  const isTakingOver = oldEnded && cards > 0 && state === 'done'
  return state === 'running' || state === 'undoing' || ordered > 0 || isTakingOver
}

/** The last imports: how far they are, and how to undo them. */
export function ImportList() {
  const { data, error, isFetching, refetch } = useQuery(importsQuery)
  const { ask, dialog } = useAdminChange(adminMovingInCalls.undoPeopleImport, {
    done: m.moving_in_undo_started,
  })
  if (error && !data) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data || data.imports.length === 0) return null
  const askUndo = (one: PeopleImport) =>
    ask({
      message: m.moving_in_prompt_undo(),
      children: <p>{m.moving_in_undo_hint({ time: adminTime(one.undoUntil) })}</p>,
      body: { id: one.id },
    })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{m.moving_in_imports()}</h2>
      <DeskTable
        label={m.moving_in_imports()}
        columns={columns(askUndo)}
        rows={data.imports}
        keyOf={({ id }) => id}
      />
      {data.imports.map((one) =>
        one.state === 'done' && one.uninvited + one.ordered + one.invited > 0 ? (
          <Invitations key={one.id} of={one} />
        ) : null,
      )}
      {data.imports.map((one) =>
        one.state === 'done' && one.cards + one.cardsTaken + one.cardsLeft > 0 ? (
          <MovedCards key={one.id} of={one} />
        ) : null,
      )}
      {data.imports.map((one) => (one.state === 'undone' ? <Kept key={one.id} of={one} /> : null))}
      {dialog}
    </section>
  )
}

function columns(undo: (one: PeopleImport) => void): readonly Column<PeopleImport>[] {
  return [
    { title: m.moving_in_file(), of: ({ file }) => <bdi>{file}</bdi> },
    { title: m.moving_in_begun(), look: 'digits', of: ({ startedAt }) => adminTime(startedAt) },
    { title: m.moving_in_state(), of: stateText },
    { title: m.moving_in_people(), look: 'amount', of: ({ added }) => added },
    {
      title: m.moving_in_refused(),
      look: 'amount',
      of: ({ id, refused }) => (refused > 0 ? <ErrorsLink id={id}>{`${refused} (CSV)`}</ErrorsLink> : null),
    },
    actsColumn((one) =>
      one.state === 'done' && new Date(one.undoUntil) > siteNow() ? (
        <Button aria-label={m.moving_in_undo_of({ file: one.file })} onClick={() => undo(one)}>
          {m.moving_in_undo()}
        </Button>
      ) : null,
    ),
  ]
}

function stateText({ state, waiting, added, keptCount }: PeopleImport): string {
  switch (state) {
    case 'running':
      return m.moving_in_running({ count: waiting })
    case 'undoing':
      return m.moving_in_undoing({ count: added - keptCount })
    case 'done':
      return m.moving_in_done()
    case 'undone':
      return m.moving_in_undone()
  }
}

const reasons: Readonly<Record<PeopleImport['kept'][number]['reason'], () => string>> = {
  invited: m.moving_in_kept_invited,
  'logged-in': m.moving_in_kept_logged_in,
  bought: m.moving_in_kept_bought,
}

/** The first people whom an undone import left, and why. */
function Kept({ of: { file, keptCount, kept } }: { of: PeopleImport }) {
  if (keptCount === 0) return null
  return (
    <div>
      <h3>{m.moving_in_kept({ count: keptCount, file })}</h3>
      <ul className="mt-2 grid gap-1 text-sm">
        {kept.map(({ accountId, name, reason }) => (
          <li key={accountId}>
            <RowLink to={deskHref('adminAccount', { id: accountId })}>{name}</RowLink>
            {`, ${reasons[reason]()}`}
          </li>
        ))}
        {keptCount > kept.length ? <li>…</li> : null}
      </ul>
    </div>
  )
}

/** The cards of an import: who waits for the word that the old subscriptions have ended, and what became of the others. */
function MovedCards({ of }: { of: PeopleImport }) {
  const { id, file, cards, firstCharge, oldEnded, cardsTaken, cardsLeft } = of
  const { ask, dialog } = useAdminChange(adminMovingInCalls.takeOverCards, {
    done: m.moving_in_taken_over,
  })
  const isAsked = cards > 0 && !oldEnded
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3>{m.moving_in_cards({ file })}</h3>
      <ul className="grid max-w-[65ch] gap-1 text-sm">
        {isAsked ? <li>{m.moving_in_cards_wait({ count: cards })}</li> : null}
        {isAsked && firstCharge ? <li>{m.moving_in_cards_first({ day: adminTime(firstCharge) })}</li> : null}
        {cardsTaken > 0 ? <li>{m.moving_in_cards_taken({ count: cardsTaken })}</li> : null}
        {cardsLeft > 0 ? <li>{m.moving_in_cards_left({ count: cardsLeft })}</li> : null}
      </ul>
      {isAsked ? (
        <div>
          <Button
            onClick={() =>
              ask({
                message: m.moving_in_prompt_take_over(),
                body: { id },
              })
            }
          >
            {m.moving_in_take_over()}
          </Button>
        </div>
      ) : null}
      {dialog}
    </section>
  )
}
