import { m } from '#messages/generated/messages.js'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'

/** Whether the account is a business, which gets e-invoices and has no consumer rights. A VAT ID implies it. */
export function BusinessField({
  vatId,
  checked,
  onChange,
}: {
  vatId: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const isImplied = vatId.trim() !== ''
  return (
    <Checkbox
      label={
        <>
          {m.vat_business()}
          <span className="block text-[0.8125rem] text-muted">{m.vat_business_hint()}</span>
        </>
      }
      checked={isImplied || checked}
      disabled={isImplied}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
