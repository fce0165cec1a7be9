import { useEffect, useRef, useState } from 'react'
import type { CheckedList } from '#contract/desk/moving-in.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { FileDrop } from '#web/business/team/import/file-drop.tsx'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { CheckedListResult } from './checked-list.tsx'
import { ListColumns, type ListTerms } from './list-columns.tsx'
import { type PeopleFile, readPeople, readPeopleFile } from './read-people-file.ts'

/** Chooses a file, shows and changes what its columns hold, checks it, and imports its people. */
export function ListForm() {
  const [read, setRead] = useState<PeopleFile | string>()
  const [terms, setTerms] = useState<ListTerms>({ language: getLocale(), prices: 'gross' })
  const [checked, setChecked] = useState<CheckedList>()
  const check = useDeskChange(adminMovingInCalls.checkPeopleList, {
    message: m.moving_in_prompt_check(),
    onDone: ({ body }) => setChecked(body),
  })
  const change = (list: PeopleFile | string | undefined) => {
    setChecked(undefined)
    setRead(list)
  }
  const open = useReading(change)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={m.moving_in_list()}>
      <FileDrop onFile={(file) => void open((signal) => readPeopleFile(file, signal))} />
      <p className="caption max-w-[65ch]">{m.moving_in_hint()}</p>
      {typeof read === 'string' ? <Alert>{read}</Alert> : null}
      {typeof read === 'object' ? (
        <>
          <p role="status" className="font-medium">
            {m.moving_in_rows({ file: read.file, count: read.rows.length })}
          </p>
          <FirstRows list={read} />
          <ListColumns
            list={read}
            terms={terms}
            onTerms={(changed) => {
              setChecked(undefined)
              setTerms({ ...terms, ...changed })
            }}
            onMapping={(mapping) => change({ ...read, mapping })}
            onEncoding={(encoding) => void open(() => readPeople({ ...read, encoding }))}
          />
          <div>
            <Button variant="primary" busy={check.busy} onClick={() => check.send(bodyOf(read, terms))}>
              {m.moving_in_check()}
            </Button>
          </div>
          {check.refusal ? <Alert>{check.refusal}</Alert> : null}
          {checked ? (
            <CheckedListResult key={checked.id} checked={checked}>
              <ImportButton checked={checked} onStarted={() => change(undefined)} />
            </CheckedListResult>
          ) : null}
        </>
      ) : null}
      {check.dialog}
    </section>
  )
}

/** Returns what reads a file, or why it cannot be read, in place of one that is still being read. */
function useReading(onRead: (list: PeopleFile | string) => void) {
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])
  return async (work: (signal: AbortSignal) => Promise<PeopleFile | string>) => {
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    const list = await work(controller.signal).catch(() => m.import_unreadable())
    if (!controller.signal.aborted) onRead(list)
  }
}

function bodyOf({ file, columns, rows, mapping }: PeopleFile, { language, prices }: ListTerms) {
  return {
    file,
    language,
    ...(mapping.price !== undefined && { prices }),
    mapping,
    columns: [...columns],
    rows: rows.map(({ row, cells }) => ({ row, cells: [...cells] })),
  }
}

function ImportButton({ checked: { id, good }, onStarted }: { checked: CheckedList; onStarted: () => void }) {
  const { ask, dialog } = useAdminChange(adminMovingInCalls.importPeople, {
    done: m.moving_in_started,
    onDone: () => onStarted(),
  })
  if (good === 0) return null
  return (
    <div>
      <Button variant="primary" onClick={() => ask({ message: m.moving_in_prompt(), body: { id } })}>
        {m.moving_in_import({ count: good })}
      </Button>
      {dialog}
    </div>
  )
}

/** The first rows as they stand in the file, with its headings. */
function FirstRows({ list: { columns, rows } }: { list: PeopleFile }) {
  return (
    <DeskTable
      label={m.moving_in_first_rows()}
      columns={columns.slice(0, 12).map((title, column) => ({
        title,
        of: ({ cells }: PeopleFile['rows'][number]) => (cells[column] ?? '').slice(0, 60),
      }))}
      rows={rows.slice(0, 3)}
      keyOf={({ row }) => String(row)}
    />
  )
}
