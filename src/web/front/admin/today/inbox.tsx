import { type ReactNode, useId } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import type { Today, TodayItem, TodayKind } from '#contract/desk/today-calls.ts'
import { machineCalls } from '#contract/site/machine-calls.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Link } from '#web/platform/ui/link.tsx'

/** What waits for the admin: a sentence, a day and one way to the place for each. */
export function Inbox({ inbox, reasons }: { inbox: Today['inbox']; reasons: readonly string[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id={heading}>{m.today_inbox()}</h2>
      {inbox.length === 0 && reasons.length === 0 ? (
        <p className="text-muted">{m.today_nothing()}</p>
      ) : (
        <ul className="today-inbox">
          {reasons.map((reason) => (
            <Line key={reason} text={m.today_readiness({ reason })}>
              <a href={machineCalls.healthReady.path} className="link inline-block min-h-6">
                {m.today_readiness_open()}
              </a>
            </Line>
          ))}
          {inbox.map((group) => (
            <Group key={group.kind} {...group} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Group({ kind, count, items }: Today['inbox'][number]) {
  const { sentence, action, place } = kinds[kind]
  const more = count - items.length
  return (
    <>
      {items.map((item) => {
        const text = sentence(item)
        const to = place(item)
        return (
          <Line key={`${kind} ${item.id} ${item.at}`} text={text} at={item.at}>
            {to === undefined ? null : (
              <Link to={to} className="link inline-block min-h-6" aria-label={`${action()}: ${text}`}>
                {action()}
              </Link>
            )}
          </Line>
        )
      })}
      {more > 0 ? <li className="text-muted">{m.today_more({ count: more })}</li> : null}
    </>
  )
}

function Line({ text, at, children }: { text: string; at?: string; children: ReactNode }) {
  return (
    <li>
      <bdi>{text}</bdi>
      {at === undefined ? <span /> : <time dateTime={at}>{billingDay(at)}</time>}
      {children ?? <span />}
    </li>
  )
}

type Look = {
  readonly sentence: (item: TodayItem) => string
  readonly action: () => string
  /** Undefined where there is nothing to open any more. */
  readonly place: (item: TodayItem) => string | undefined
}

const videoPlace = ({ id }: TodayItem) => (id === null ? undefined : deskHref('adminFilm', { id }))
const accountPlace = ({ id }: TodayItem) => (id === null ? undefined : deskHref('adminAccount', { id }))

const kinds: Readonly<Record<TodayKind, Look>> = {
  charge: {
    sentence: ({ name, at }) => m.today_charge({ name, date: billingDay(at) }),
    action: m.today_open,
    place: accountPlace,
  },
  dispute: {
    sentence: ({ name, cents, isOrder }) => {
      const amount = priceText(cents ?? 0)
      return isOrder
        ? m.today_dispute_order({ amount, name: printedOrderNumber(name) })
        : m.today_dispute({ amount, name })
    },
    action: m.today_open,
    place: (item) =>
      item.isOrder && item.id !== null ? deskHref('adminOrder', { id: item.id }) : accountPlace(item),
  },
  declaration: {
    sentence: ({ name }) => m.today_declaration({ name }),
    action: m.today_decide,
    place: () => deskHref('adminDeclarations'),
  },
  objection: {
    sentence: ({ name }) => m.today_objection({ name }),
    action: m.today_open,
    place: accountPlace,
  },
  mail: {
    sentence: ({ name }) => m.today_mail({ name }),
    action: m.today_open,
    place: () => deskHref('adminMails', {}, { state: 'refused' }),
  },
  'video-refused': {
    sentence: ({ name }) => m.today_video_refused({ name }),
    action: m.today_open,
    place: videoPlace,
  },
  'video-waiting': {
    sentence: ({ name }) => m.today_video_waiting({ name }),
    action: m.today_open,
    place: videoPlace,
  },
}
