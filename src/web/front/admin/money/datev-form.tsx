import { useState } from 'react'
import type { DatevSettings, TaxReturn } from '#contract/admin/admin-books.ts'
import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { saleName } from './tax-text.ts'

type Draft = {
  readonly consultant: string
  readonly client: string
  readonly yearStart: string
  readonly accountLength: string
  readonly chart: DatevSettings['chart']
  readonly customerAccount: string
  readonly locked: boolean
  readonly accounts: Readonly<Record<string, { readonly account: string; readonly taxKey: string }>>
}

/** The accounts and numbers for DATEV, which the tax adviser gives. An account for each kind of sale that is saved or sold. */
export function DatevForm({ settings, cases }: Pick<TaxReturn, 'settings' | 'cases'>) {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const sales = [...new Set([...cases.map(({ sale }) => sale), ...Object.keys(draft.accounts)])].toSorted()
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const { busy, refusal, faults, send, dialog } = useDeskChange(adminBooksCalls.saveDatev, {
    message: m.tax_datev_prompt(),
    fields: ['consultant', 'client', 'yearStart', 'accountLength', 'customerAccount'],
    done: m.tax_datev_saved,
  })
  return (
    <Form className="grid max-w-3xl gap-5" onSubmit={() => send(bodyOf(draft, sales))}>
      <NumberFields {...{ draft, faults, change }} />
      {sales.length > 0 ? <SaleAccounts {...{ draft, sales, change }} /> : null}
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="checkbox"
          checked={draft.locked}
          onChange={(event) => change({ locked: event.target.checked })}
        />
        {m.tax_locked()}
      </label>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        {m.tax_datev_save()}
      </Button>
      {dialog}
    </Form>
  )
}

type NumberFieldsProps = { draft: Draft; faults: Faults; change: (changed: Partial<Draft>) => void }

function NumberFields({ draft, faults, change }: NumberFieldsProps) {
  const number = (name: 'consultant' | 'client' | 'accountLength' | 'customerAccount', label: string) => (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={draft[name]}
      error={faults[name]}
      onChange={(event) => change({ [name]: event.target.value.trim() })}
    />
  )
  return (
    <div className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
      {number('consultant', m.tax_consultant())}
      {number('client', m.tax_client())}
      <SelectField
        label={m.tax_chart()}
        value={draft.chart}
        choices={[
          { value: '03', text: 'SKR 03' },
          { value: '04', text: 'SKR 04' },
          { value: '', text: m.tax_chart_other() },
        ]}
        onChange={(value) => change({ chart: value === '03' || value === '04' ? value : '' })}
      />
      <SelectField
        label={m.tax_year_start()}
        value={draft.yearStart}
        error={faults.yearStart}
        choices={Array.from({ length: 12 }, (_, month) => ({
          value: String(month + 1),
          text: String(month + 1).padStart(2, '0'),
        }))}
        onChange={(yearStart) => change({ yearStart })}
      />
      {number('accountLength', m.tax_account_length())}
      {number('customerAccount', m.tax_customer_account())}
    </div>
  )
}

type SaleAccountsProps = {
  draft: Draft
  sales: readonly string[]
  change: (changed: Partial<Draft>) => void
}

/** The account and the tax key of each kind of sale. */
function SaleAccounts({ draft, sales, change }: SaleAccountsProps) {
  const set = (sale: string, changed: object) =>
    change({ accounts: { ...draft.accounts, [sale]: { ...accountOf(draft, sale), ...changed } } })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{m.tax_accounts()}</legend>
      {sales.map((sale) => (
        <div key={sale} className="grid grid-cols-2 items-end gap-x-5 gap-y-1 sm:grid-cols-3">
          <p className="col-span-2 text-sm sm:col-span-1 sm:pb-2">{saleName(sale)}</p>
          {(['account', 'taxKey'] as const).map((name) => (
            <Field
              key={name}
              label={name === 'account' ? m.tax_account() : m.tax_key()}
              aria-label={`${name === 'account' ? m.tax_account() : m.tax_key()}: ${saleName(sale)}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={name === 'account' ? 8 : 4}
              value={accountOf(draft, sale)[name]}
              onChange={(event) => set(sale, { [name]: event.target.value.replaceAll(/\D/g, '') })}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}

function draftOf(settings: DatevSettings | null): Draft {
  return {
    consultant: String(settings?.consultant ?? ''),
    client: String(settings?.client ?? ''),
    yearStart: String(settings?.yearStart ?? 1),
    accountLength: String(settings?.accountLength ?? 4),
    chart: settings?.chart ?? '03',
    customerAccount: settings?.customerAccount ?? '',
    locked: settings?.locked ?? false,
    accounts: Object.fromEntries((settings?.accounts ?? []).map(({ sale, ...account }) => [sale, account])),
  }
}

function accountOf({ accounts }: Draft, sale: string) {
  return accounts[sale] ?? { account: '', taxKey: '' }
}

function bodyOf(draft: Draft, sales: readonly string[]): DatevSettings {
  // anything but a number becomes 0, which the server refuses
  const numberOf = (text: string) => Number(text) || 0
  return {
    consultant: numberOf(draft.consultant),
    client: numberOf(draft.client),
    yearStart: numberOf(draft.yearStart),
    accountLength: numberOf(draft.accountLength),
    chart: draft.chart,
    customerAccount: draft.customerAccount,
    locked: draft.locked,
    accounts: sales.map((sale) => ({ sale, ...accountOf(draft, sale) })),
  }
}
