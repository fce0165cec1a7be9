import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { adminCorrectionCalls } from '#contract/billing/admin-correction-calls.ts'
import type { CorrectableInvoice } from '#contract/billing/admin-corrections.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { CorrectionForm } from './correction-form.tsx'

/** Another recipient, address or VAT id on an invoice. */
export function CorrectInvoice(props: { account: ViewedAccount; onDone: () => void }) {
  const accountId = props.account.id
  const [chosen, setChosen] = useState<string>()
  const { data, error, isFetching, refetch } = useDeskRead(
    adminCorrectionCalls.correctableInvoices,
    'invoices[]',
    { body: { accountId } },
  )
  if (error) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data) return <p role="status">{m.admin_loading()}</p>
  const { invoices } = data
  const invoice = invoices.find(({ id }) => id === chosen) ?? invoices[0]
  if (!invoice) return <p>{m.correction_invoice_none()}</p>
  return (
    <>
      <SelectField
        label={m.correction_invoice_which()}
        value={invoice.id}
        choices={invoices.map((one) => ({ value: one.id, text: invoiceName(one) }))}
        onChange={setChosen}
      />
      <RecipientFields key={invoice.id} {...props} invoice={invoice} />
    </>
  )
}

function invoiceName({ number, issuedOn, grossCents }: CorrectableInvoice): string {
  const day = formatDay(issuedOn, getLocale())
  return m.correction_invoice_text({ number, day, amount: priceText(grossCents) })
}

type Recipient = Pick<CorrectableInvoice, 'name' | 'address' | 'vatId'>

type RecipientFieldsProps = {
  account: ViewedAccount
  invoice: CorrectableInvoice
  onDone: () => void
}

function RecipientFields({ account, invoice, onDone }: RecipientFieldsProps) {
  const { name, address, vatId } = invoice
  const [typed, setTyped] = useState<Recipient>({ name, address, vatId })
  // previewed when a field is left, not at each letter
  const [left, setLeft] = useState(typed)
  const isChanged = left.name !== name || left.address !== address || left.vatId !== vatId
  const isComplete = isChanged && left === typed && left.name.trim() !== '' && left.address.trim() !== ''
  const leave = () => setLeft(typed)
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_invoice()}
      correction={isComplete ? { kind: 'invoice', invoiceId: invoice.id, ...left } : undefined}
      onDone={onDone}
    >
      <p className="text-sm text-muted">{m.correction_invoice_hint()}</p>
      <Field
        label={m.correction_invoice_name()}
        autoComplete="off"
        maxLength={200}
        value={typed.name}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
        onBlur={leave}
      />
      <TextArea
        label={m.correction_invoice_address()}
        rows={4}
        maxLength={1000}
        value={typed.address}
        onChange={(event) => setTyped({ ...typed, address: event.target.value })}
        onBlur={leave}
      />
      <Field
        label={m.correction_invoice_vat_id()}
        hint={m.correction_invoice_vat_id_hint()}
        autoComplete="off"
        maxLength={40}
        value={typed.vatId}
        onChange={(event) => setTyped({ ...typed, vatId: event.target.value })}
        onBlur={leave}
      />
    </CorrectionForm>
  )
}
