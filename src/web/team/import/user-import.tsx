import { useEffect, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { TeamSection } from '#web/team/team-section.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { joins } from './check-user-rows.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportRows } from './import-rows.tsx'
import { useImport } from './use-import.ts'

/** Reads a CSV file, shows what each row would do, and hands over the rows that are to be added. */
export function UserImport({
  onRows,
}: {
  onRows: (rows: readonly { name: string; email: string }[]) => void
}) {
  const { state, begin, giveUp } = useImport()
  const [handed, setHanded] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const former = useRef(state.kind)
  useEffect(() => {
    // each step takes away what was used in the one before
    if (former.current !== state.kind && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    former.current = state.kind
  }, [state.kind])

  const start = (file: File) => {
    setHanded(0)
    begin(file)
  }
  const hand = (rows: readonly { name: string; email: string }[]) => {
    onRows(rows.map(({ name, email }) => ({ name, email })))
    setHanded(rows.length)
    giveUp()
  }

  return (
    <TeamSection title={m.import_title()} lead={m.import_lead()} heading={heading}>
      {state.kind === 'waiting' || state.kind === 'failed' ? <FileDrop onFile={start} /> : null}
      {state.kind === 'failed' ? <Alert>{state.sentence}</Alert> : null}
      {state.kind === 'reading' || state.kind === 'checking' ? (
        <ImportProgress
          label={state.kind === 'reading' ? m.import_reading() : m.import_checking()}
          done={state.done}
          onCancel={giveUp}
        />
      ) : null}
      {state.kind === 'checked' ? (
        <>
          <ImportRows rows={state.rows} file={state.file} />
          <AddButtons good={state.rows.filter(joins)} onAdd={hand} onOther={giveUp} />
        </>
      ) : null}
      <p role="status" className={handed > 0 ? 'text-sm font-medium text-accent' : 'sr-only'}>
        {handed > 0 ? m.import_handed({ count: handed }) : ''}
      </p>
    </TeamSection>
  )
}

function AddButtons<Row>({
  good,
  onAdd,
  onOther,
}: {
  good: readonly Row[]
  onAdd: (rows: readonly Row[]) => void
  onOther: () => void
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {good.length > 0 ? (
        <Button variant="primary" onClick={() => onAdd(good)}>
          {m.import_add({ count: good.length })}
        </Button>
      ) : null}
      <Button onClick={onOther}>{m.import_other()}</Button>
    </div>
  )
}
