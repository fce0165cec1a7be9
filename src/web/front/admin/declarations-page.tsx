import { useRef, useState } from 'react'
import { adminDeclarationCalls, type WaitingDeclaration } from '#contract/admin/admin-declaration-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import { formatDay } from '#domain/dates.ts'
import type { Pieces } from '#domain/shop/given-back.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { PiecePicker } from '#web/business/shop/orders/piece-picker.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'

/** Cancellations and withdrawals that the site could not carry out automatically: the operator accepts or rejects each. */
export function Component() {
  return (
    <AdminPage title={m.desk_declarations()}>
      <Declarations />
    </AdminPage>
  )
}

function Declarations() {
  const read = useDeskRead(adminDeclarationCalls.waitingDeclarations, 'declarations[]')
  const { data } = read
  if (!data) return <ReadState read={read} />
  if (data.declarations.length === 0)
    return (
      <p role="status" className="text-muted">
        {m.desk_declarations_none()}
      </p>
    )
  return (
    <>
      <p className="caption max-w-[65ch]">{m.desk_declarations_hint()}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {data.declarations.map((declaration) => (
          <Waiting key={declaration.id} declaration={declaration} />
        ))}
      </ul>
    </>
  )
}

function Waiting({ declaration }: { declaration: WaitingDeclaration }) {
  const { id, kind, order, contractNumber } = declaration
  const lines = (order?.lines ?? []).map(({ name, remaining }) => ({ name, detail: '', most: remaining }))
  const [pieces, setPieces] = useState<Pieces>(
    lines.map(({ most }, at) =>
      Math.min(declaration.pieces?.[at] ?? (declaration.part === null ? most : 0), most),
    ),
  )
  // a whole order is accepted as it was declared
  const isPart =
    declaration.part !== null ||
    declaration.pieces !== null ||
    lines.some(({ most }, at) => most !== pieces[at])
  const hasPieces = pieces.some((count) => count > 0)
  const isLeft = lines.some(({ most }) => most > 0)
  const [contract, setContract] = useState('')
  const isFound = order !== null || contractNumber !== null
  const named = contract.trim()
  return (
    <li className="card grid gap-4 p-5">
      <h2 className="text-base">
        {kind === 'withdrawal' ? m.desk_declaration_withdrawal() : m.desk_declaration_cancellation()}
      </h2>
      <DeclarationFacts declaration={declaration} />
      {isFound ? null : (
        <Field
          label={m.desk_declaration_number()}
          hint={m.desk_declaration_number_hint()}
          className="w-full max-w-md"
          autoComplete="off"
          value={contract}
          onChange={(event) => setContract(event.target.value)}
        />
      )}
      {isLeft ? (
        <div className="w-full max-w-md">
          <PiecePicker
            legend={m.desk_declaration_articles()}
            hint={m.desk_declaration_articles_hint()}
            lines={lines}
            pieces={pieces}
            onChange={setPieces}
          />
        </div>
      ) : null}
      <Decision
        declaration={declaration}
        accepted={{
          id,
          ...(named !== '' && { contract: named }),
          ...(isPart && hasPieces && { pieces: [...pieces] }),
        }}
        isComplete={(isFound || named !== '') && (hasPieces || !isLeft)}
      />
    </li>
  )
}

type DecisionProps = {
  declaration: WaitingDeclaration
  accepted: { readonly id: string; readonly contract?: string; readonly pieces?: number[] }
  /** Whether `accepted` says all that it has to. */
  isComplete: boolean
}

/** Accepts or rejects a declaration, after the password; a rejection can have an answer. */
function Decision({ declaration: { id, email }, accepted, isComplete }: DecisionProps) {
  const answer = useRef('')
  const { ask, dialog } = useAdminChange(adminDeclarationCalls.decideWaitingDeclaration, {
    done: m.desk_declaration_decided,
  })
  const accept = () =>
    ask({
      message: m.desk_declaration_accept_prompt(),
      body: { ...accepted, decision: 'accept' },
    })
  const reject = () => {
    answer.current = ''
    ask({
      message: m.desk_declaration_reject_prompt(),
      children: (
        <TextArea
          label={m.desk_declaration_answer({ email })}
          hint={m.desk_declaration_answer_hint()}
          maxLength={2000}
          onChange={(event) => {
            answer.current = event.target.value
          }}
        />
      ),
      body: () => ({ id, decision: 'reject', answer: answer.current }),
    })
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" disabled={!isComplete} onClick={accept}>
          {m.desk_declaration_accept()}
        </Button>
        <Button onClick={reject}>{m.desk_declaration_reject()}</Button>
      </div>
      {dialog}
    </>
  )
}

function DeclarationFacts({ declaration }: { declaration: WaitingDeclaration }) {
  const { name, email, receivedAt, contract, reason, endsOn, contractNumber, order } = declaration
  return (
    <Facts>
      <Fact name={m.desk_declaration_received()}>
        <time dateTime={receivedAt}>{adminTime(receivedAt)}</time>
      </Fact>
      <Fact name={m.desk_declaration_by()}>
        {`${name}, ${email}`}
        <span className="caption block">
          {declaration.isHolderKnown ? m.desk_declaration_known() : m.desk_declaration_unknown()}
        </span>
      </Fact>
      {contract === null ? null : <Fact name={m.desk_declaration_typed()}>{contract}</Fact>}
      <Fact name={m.desk_declaration_about()}>
        {order ? (
          <Link to={deskHref('adminOrder', { id: order.id })} className="link">
            {m.order_page_number({ number: printedOrderNumber(order.number) })}
          </Link>
        ) : contractNumber === null ? (
          m.desk_declaration_nothing_found()
        ) : (
          m.desk_declaration_contract({ number: printedContractNumber(contractNumber) })
        )}
      </Fact>
      {declaration.cancellation === 'extraordinary' ? (
        <Fact name={m.desk_declaration_kind()}>{m.desk_declaration_extraordinary()}</Fact>
      ) : null}
      {declaration.part === null ? null : <Fact name={m.desk_declaration_part()}>{declaration.part}</Fact>}
      {reason === null ? null : <Fact name={m.desk_declaration_reason()}>{reason}</Fact>}
      {endsOn === null ? null : (
        <Fact name={m.desk_declaration_ends()}>{formatDay(endsOn, getLocale())}</Fact>
      )}
    </Facts>
  )
}
