import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Declaration, declarationCalls } from '#contract/billing/declaration-calls.ts'
import { href } from '#contract/pages.ts'
import { formatDay } from '#domain/dates.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { renewSession, useConfig } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { type Fact, Facts } from './check-step.tsx'
import { receivedAtText } from './checked-steps.tsx'

/** Lets a contract's holder accept or reject a declaration made without a login. */
export function Component() {
  return (
    <AccountPage title={m.declaration_page()} signedOut={m.declaration_signed_out()}>
      {(session) =>
        session.permissions.includes('subscription.manage') ? (
          <Decision key={session.account.id} />
        ) : (
          <EmptyState level={2} title={m.declaration_not_yours_title()}>
            {m.declaration_not_yours()}
          </EmptyState>
        )
      }
    </AccountPage>
  )
}

function Decision() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const queryKey = ['declaration', id]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const reply = await call(declarationCalls.declaration, { params: { id }, signal })
      if (reply instanceof CallProblem) throw reply
      return reply.body
    },
  })
  const { busy, refusal, sending, send } = useCall(
    (decision: 'accept' | 'reject') =>
      call(declarationCalls.decideDeclaration, { params: { id }, body: { decision } }),
    {
      sentenceOf: ({ detail }) => m.declaration_failed({ reason: detail }),
      onDone: async ({ body }) => {
        client.setQueryData(queryKey, body)
        await renewSession()
      },
    },
  )
  if (error && data === undefined)
    return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (data === undefined) return <Spinner />
  // a declarer who knew neither name nor number was probably a stranger
  const likely = data.holderKnown ? 'accept' : 'reject'
  const choices = data.holderKnown ? (['accept', 'reject'] as const) : (['reject', 'accept'] as const)
  return (
    <section className="card grid max-w-2xl gap-6 p-5 sm:p-7">
      <Lead declaration={data} />
      <Facts facts={factsOf(data)} />
      {data.outcome === 'waits' ? (
        <>
          <p className="running-text">{m.declaration_waits_next()}</p>
          {refusal ? <Alert>{refusal}</Alert> : null}
          <div className="flex flex-wrap gap-3 border-t border-line pt-5 max-sm:grid">
            {choices.map((choice) => (
              <Button
                key={choice}
                variant={choice === likely ? 'primary' : 'plain'}
                size="large"
                busy={busy && sending === choice}
                onClick={() => send(choice)}
              >
                {choice === 'accept' ? m.declaration_accept() : m.declaration_reject()}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <Outcome declaration={data} />
      )}
    </section>
  )
}

function Lead({ declaration: { kind, receivedAt, holderKnown, outcome } }: { declaration: Declaration }) {
  const moment = receivedAtText(receivedAt)
  const lead = kind === 'cancellation' ? m.declaration_cancellation_lead : m.declaration_withdrawal_lead
  return (
    <div className="grid gap-2">
      <p>{lead({ moment })}</p>
      {outcome === 'waits' ? (
        <p>{holderKnown ? m.declaration_waits_known() : m.declaration_waits_unknown()}</p>
      ) : null}
    </div>
  )
}

function Outcome({ declaration: { outcome, contractEndsAt, endsOn } }: { declaration: Declaration }) {
  const { sellerZone } = useConfig()
  const sentences = {
    waits: '',
    received: endsOn
      ? m.declaration_later_outcome({ day: formatDay(endsOn, getLocale()) })
      : m.declaration_received_outcome(),
    rejected: m.declaration_rejected(),
    'taken-back': m.declaration_taken_back(),
    done: m.declaration_done({
      day: contractEndsAt ? moneyDay(new Date(contractEndsAt), sellerZone, getLocale()) : '',
    }),
  }
  return (
    <div className="grid gap-3" role="status">
      <p className="font-medium">{sentences[outcome]}</p>
      <p>
        <Link to={href('subscription')}>{m.declaration_to_subscription()}</Link>
      </p>
    </div>
  )
}

function factsOf({ name, email, contract, cancellation, reason, endsOn }: Declaration): readonly Fact[] {
  const kinds = { ordinary: m.cancellation_ordinary(), extraordinary: m.cancellation_extraordinary() }
  return [
    [m.declaration_name(), name],
    [m.declaration_email(), email],
    [m.declaration_contract(), contract],
    ...(cancellation ? ([[m.cancellation_kind(), kinds[cancellation]]] as const) : []),
    ...(reason ? ([[m.cancellation_reason(), reason]] as const) : []),
    ...(endsOn ? ([[m.cancellation_ends(), formatDay(endsOn, getLocale())]] as const) : []),
  ]
}
