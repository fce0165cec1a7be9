import { type ReactNode, useEffect, useRef } from 'react'
import { pathOf } from '#contract/call.ts'
import type { CheckedList } from '#contract/desk/moving-in.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { m } from '#messages/generated/messages.js'
import { movingInFaults } from '#messages/moving-in-faults.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'

/** What an import of a list would do: counts, the first people, and the first rows with errors. */
export function CheckedListResult({ checked, children }: { checked: CheckedList; children: ReactNode }) {
  const { id, good, bad, withAccess, withConsent, withCard } = checked
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 ref={heading} tabIndex={-1}>
        {m.moving_in_checked()}
      </h2>
      <ul className="grid gap-1">
        <li>
          {[
            m.moving_in_good({ count: good }),
            m.moving_in_access({ count: withAccess }),
            m.moving_in_consent_count({ count: withConsent }),
            ...(withCard > 0 ? [m.moving_in_card_count({ count: withCard })] : []),
          ].join(', ')}
        </li>
        <li>{m.moving_in_bad({ count: bad })}</li>
      </ul>
      {good > 0 ? (
        <Rows title={m.moving_in_first_people()} columns={peopleColumns()} rows={checked.people} />
      ) : null}
      {bad > 0 ? (
        <>
          <Rows title={m.moving_in_first_faults()} columns={faultColumns()} rows={checked.faults} />
          <ErrorsLink id={id}>{m.moving_in_all_faults()}</ErrorsLink>
        </>
      ) : null}
      {children}
    </section>
  )
}

/** The file with the rows that are not imported. */
export function ErrorsLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      href={pathOf(adminMovingInCalls.peopleListErrors.path, { id })}
      download
      className="link inline-flex min-h-8 items-center justify-self-start text-sm"
    >
      {children}
    </a>
  )
}

function Rows<Row extends { readonly row: number }>({
  title,
  columns,
  rows,
}: {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}) {
  return (
    <>
      <h3>{title}</h3>
      <DeskTable label={title} columns={columns} rows={rows} keyOf={({ row }) => String(row)} />
    </>
  )
}

function peopleColumns(): readonly Column<CheckedList['people'][number]>[] {
  return [
    { title: m.import_name(), of: ({ name }) => <bdi>{name}</bdi> },
    { title: m.import_email(), of: ({ email }) => email },
    { title: m.moving_in_column_seats(), look: 'amount', of: ({ seats }) => seats },
    { title: m.moving_in_column_until(), look: 'digits', of: ({ until }) => until },
    {
      title: m.moving_in_column_language(),
      of: ({ language }) => (language === 'de' ? m.language_de() : m.language_en()),
    },
    { title: m.moving_in_column_consent(), look: 'digits', of: ({ consentOn }) => consentOn },
  ]
}

function faultColumns(): readonly Column<CheckedList['faults'][number]>[] {
  return [
    { title: m.import_email(), of: ({ email }) => (email === '' ? '–' : email) },
    { title: m.moving_in_row(), look: 'digits', of: ({ row }) => row },
    { title: m.moving_in_error(), look: 'long', of: ({ fault }) => movingInFaults[fault]() },
  ]
}
