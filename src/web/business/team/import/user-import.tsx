import { useEffect, useId, useRef, useState } from 'react'
import type { UsersQuote } from '#contract/team/team.ts'
import { mostUsers, shownAtFirst } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { everyInterval } from '#web/books/pricing/interval-name.ts'
import { TeamSection } from '#web/business/team/team-section.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { type CheckedRow, checkUserRows, joins } from './check-user-rows.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportColumns, type ListChange } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { readUserFile, readUserList, type UserList } from './read-user-file.ts'
import { userRowsOf } from './user-columns.ts'

type UserImportProps = {
  /** Returns the price of more users, now and from the next charge on; undefined if unknown. */
  priceOf: (added: number, signal: AbortSignal) => Promise<UsersQuote | undefined>
  /** Page for buying more licences; undefined if there are none, or this user may not buy them. */
  buyAt?: string | undefined
  onRows: (rows: readonly ImportedUser[]) => void
}

/** Reads a CSV file, shows the result of each row, and returns the rows to be added. */
export function UserImport({ priceOf, buyAt, onRows }: UserImportProps) {
  const { state, begin, change, giveUp } = useImport()
  const [handed, setHanded] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const former = useRef(state.kind)
  useEffect(() => {
    // each step removes the focused element of the last
    if (former.current !== state.kind && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    former.current = state.kind
  }, [state.kind])

  const start = (file: File) => {
    setHanded(0)
    begin(file)
  }
  const [unnotified, setUnnotified] = useState<ReadonlySet<CheckedRow>>(new Set())
  const setNotify = (row: CheckedRow, notify: boolean) => {
    const others = [...unnotified].filter((other) => other !== row)
    setUnnotified(new Set(notify ? others : [...others, row]))
  }
  const hand = (rows: readonly CheckedRow[]) => {
    onRows(rows.map((row) => ({ name: row.name, email: row.email, notify: !unnotified.has(row) })))
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
          <ImportRows rows={state.rows} file={state.list.file} unnotified={unnotified} onNotify={setNotify}>
            <BuyLicenses count={state.rows.filter(({ fate }) => fate === 'no-seat').length} at={buyAt} />
            <ImportPrice added={state.rows.filter(joins).length} priceOf={priceOf} />
          </ImportRows>
          <AddButtons good={state.rows.filter(joins)} onAdd={hand} onOther={giveUp} />
        </>
      ) : null}
      {state.kind === 'checking' || state.kind === 'checked' ? (
        <ImportColumns list={state.list} onChange={change} />
      ) : null}
      <p role="status" className={handed > 0 ? 'text-sm font-medium text-accent' : 'sr-only'}>
        {handed > 0 ? m.import_handed({ count: handed }) : ''}
      </p>
    </TeamSection>
  )
}

/** A user to be added. `notify` mails them a link on saving. */
type ImportedUser = { readonly name: string; readonly email: string; readonly notify: boolean }

/** A link to buy the licences that the file needs, with their price. */
function BuyLicenses({ count, at }: { count: number; at: string | undefined }) {
  const { pricing, vat } = useConfig()
  const plan = pricing.plans.find(({ id }) => id === pricing.plan)
  if (count === 0 || at === undefined || !plan || count > mostUsers) return null
  const price = priceText(shownAtFirst(plan, count, vat.percent))
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={at} className={buttonClass()}>
        {m.import_buy({ count })}
      </Link>
      <span className="text-sm text-muted">
        {vat.percent > 0 ? m.import_buy_price({ price }) : m.import_buy_price_untaxed({ price })}
      </span>
    </p>
  )
}

type ImportPriceProps = {
  added: number
  priceOf: (added: number, signal: AbortSignal) => Promise<UsersQuote | undefined>
}

/** The price of saving these rows, shown before they are added. */
function ImportPrice({ added, priceOf }: ImportPriceProps) {
  const [quote, setQuote] = useState<UsersQuote>()
  const ask = useRef(priceOf)
  useEffect(() => {
    const controller = new AbortController()
    if (added > 0)
      ask.current(added, controller.signal).then((price) => controller.signal.aborted || setQuote(price))
    return () => controller.abort()
  }, [added])
  if (!quote) return null
  return <p className="max-w-[65ch] font-medium">{priceSentence(quote, added)}</p>
}

function priceSentence({ dueNowCents, nextTotalCents, interval, nextAt }: UsersQuote, count: number): string {
  const due = priceText(dueNowCents)
  if (!interval || nextTotalCents === 0)
    return dueNowCents > 0 ? m.import_price_once({ count, due }) : m.import_price_none({ count })
  const coming = { next: priceText(nextTotalCents), every: everyInterval(interval) }
  return dueNowCents > 0 || nextAt === null
    ? m.import_price({ count, due, ...coming })
    : m.import_price_later({ count, date: billingDay(nextAt), ...coming })
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
  const hint = useId()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        {good.length > 0 ? (
          <Button variant="primary" aria-describedby={hint} onClick={() => onAdd(good)}>
            {m.import_add({ count: good.length })}
          </Button>
        ) : null}
        <Button onClick={onOther}>{m.import_other()}</Button>
      </div>
      {good.length > 0 ? (
        <p id={hint} className="caption">
          {m.import_add_hint()}
        </p>
      ) : null}
    </div>
  )
}

/** Progress of reading and checking a file. `done`: from 0 to 1. */
function ImportProgress({ label, done, onCancel }: { label: string; done: number; onCancel: () => void }) {
  const percent = Math.round(done * 100)
  return (
    <div className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex justify-between gap-4 text-sm">
          <span>{label}</span>
          <span className="num text-muted">{m.percent({ percent })}</span>
        </p>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
      </div>
      <Button onClick={onCancel}>{m.import_cancel()}</Button>
    </div>
  )
}

type ImportState =
  | { readonly kind: 'waiting' }
  /** `done`: from 0 to 1, of this step. */
  | { readonly kind: 'reading'; readonly done: number }
  | { readonly kind: 'checking'; readonly done: number; readonly list: UserList }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'checked'; readonly list: UserList; readonly rows: readonly CheckedRow[] }

/** Reads and checks a file, until another one is chosen, it is cancelled or the page is left. */
function useImport(): {
  state: ImportState
  begin: (file: File) => void
  /** Reads the same list with another encoding or other columns. */
  change: (list: UserList, to: ListChange) => void
  giveUp: () => void
} {
  const [state, setState] = useState<ImportState>({ kind: 'waiting' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (read: (signal: AbortSignal) => Promise<UserList | string>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      const list = await read(signal)
      if (signal.aborted) return
      if (typeof list === 'string') return setState({ kind: 'failed', sentence: list })
      const onProgress = (done: number) => void (signal.aborted || setState({ kind: 'checking', done, list }))
      onProgress(0)
      const rows = userRowsOf(list.table, list.table.mapping)
      const checked = await checkUserRows(rows, { onProgress, signal })
      if (signal.aborted) return
      if (checked instanceof CallProblem) setState({ kind: 'failed', sentence: checked.detail })
      else setState({ kind: 'checked', list, rows: checked })
    } catch {
      // cancelled; or the code that reads such files could not be loaded
      if (!signal.aborted) setState({ kind: 'failed', sentence: `${m.failure()} ${m.failure_advice()}` })
    }
  }
  const begin = (file: File) =>
    void run((signal) => {
      const onProgress = (done: number) => void (signal.aborted || setState({ kind: 'reading', done }))
      onProgress(0)
      return readUserFile(file, { onProgress, signal })
    })
  const change = (list: UserList, { encoding, mapping }: ListChange) =>
    void run(async () =>
      encoding
        ? readUserList({ ...list, encoding })
        : { ...list, table: { ...list.table, ...(mapping && { mapping }) } },
    )
  const giveUp = () => {
    running.current?.abort()
    setState({ kind: 'waiting' })
  }
  return { state, begin, change, giveUp }
}
