import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { declarationCalls } from '#contract/billing/declaration-calls.ts'
import type { Order } from '#contract/shop/shop.ts'
import type { Pieces } from '#domain/shop/given-back.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { PiecePicker, pickedLines, piecesText } from '#web/business/shop/orders/piece-picker.tsx'
import { orderQuery } from '#web/business/shop/shop-queries.ts'
import { call } from '#web/platform/site/api.ts'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import type { Fact } from './check-step.tsx'
import { CheckedSteps } from './checked-steps.tsx'
import { DeclarationPage } from './declaration-page.tsx'
import { PersonFields } from './person-fields.tsx'
import { useDeclaration } from './use-declaration.ts'

/**
 * Withdraws from a contract without a login, in two steps (German Civil Code, section 356a). An order of the shop that
 * this browser may see (`?order=`) can be withdrawn from piece by piece.
 */
export function Component() {
  const [query] = useSearchParams()
  const id = query.get('order')
  return id === null ? <Withdrawal order={undefined} /> : <WithdrawalFromOrder id={id} />
}

function WithdrawalFromOrder({ id }: { id: string }) {
  const { data, isLoading } = useQuery(orderQuery(id, undefined))
  if (isLoading) return <Spinner />
  return <Withdrawal order={data} />
}

function Withdrawal({ order }: { order: Order | undefined }) {
  const lines = pickedLines(
    order?.lines ?? [],
    ({ quantity, returned = 0, awaited = 0 }) => quantity - returned - awaited,
  )
  const all = lines.map(({ most }) => most)
  const [pieces, setPieces] = useState<Pieces>(all)
  const isPart = all.some((most, at) => most !== pieces[at])
  const isNothing = order !== undefined && pieces.every((count) => count === 0)
  const declaration = useDeclaration(emptyOf(order), (entered, { keyOf }) => {
    const body =
      order && isPart
        ? { ...bodyOf({ ...entered, part: piecesText(lines, pieces) }), pieces: [...pieces] }
        : bodyOf(entered)
    return call(declarationCalls.declareWithdrawal, { body, idempotencyKey: keyOf(body) })
  })
  const { form, change, step } = declaration
  const chosen = order ? piecesText(lines, pieces) : form.part
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNothing) declaration.check()
  }
  return (
    <DeclarationPage
      page={m.withdrawal_page()}
      title={m.withdrawal_title()}
      step={step}
      lead={m.withdrawal_lead()}
    >
      {step === 1 ? (
        <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submit}>
          <PersonFields form={form} faults={declaration.faults} onChange={change} />
          {order ? (
            <PiecePicker
              legend={m.withdrawal_articles()}
              hint={isNothing ? m.field_pieces_missing() : m.withdrawal_articles_hint()}
              lines={lines}
              pieces={pieces}
              onChange={setPieces}
            />
          ) : (
            <PartField value={form.part} onChange={(part) => change({ part })} />
          )}
          <Button type="submit" variant="primary" size="large" disabled={isNothing}>
            {m.declaration_next()}
          </Button>
        </form>
      ) : null}
      <CheckedSteps
        declaration={declaration}
        email={form.email}
        facts={factsOf(form, chosen)}
        lead={m.withdrawal_check_lead()}
        sendLabel={m.withdrawal_send()}
        receivedSentence={m.withdrawal_received}
        next={m.withdrawal_received_next()}
      />
    </DeclarationPage>
  )
}

function emptyOf(order: Order | undefined) {
  return {
    name: order?.delivery?.recipient ?? '',
    email: order?.email ?? '',
    contract: order ? printedOrderNumber(order.number) : '',
    part: '',
  }
}

type Entered = ReturnType<typeof emptyOf>

/** Returns what is sent: trimmed, without empty fields. */
function bodyOf(entered: Entered) {
  const contract = entered.contract.trim()
  const part = entered.part.trim().slice(0, 2000)
  return {
    name: entered.name.trim(),
    email: entered.email.trim(),
    ...(contract && { contract }),
    ...(part && { part }),
  }
}

function factsOf({ name, email, contract }: Entered, chosen: string): readonly Fact[] {
  return [
    [m.declaration_name(), name],
    [m.declaration_email(), email],
    [m.declaration_contract(), contract],
    ...(chosen === '' ? [] : [[m.withdrawal_articles(), chosen] as const]),
  ]
}

function PartField({ value, onChange }: { value: string; onChange: (part: string) => void }) {
  return (
    <TextArea
      label={m.withdrawal_part()}
      optional={m.account_optional()}
      hint={m.withdrawal_part_hint()}
      rows={2}
      maxLength={500}
      value={value}
      // the declared part is one line of a mail
      onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ', '))}
    />
  )
}
