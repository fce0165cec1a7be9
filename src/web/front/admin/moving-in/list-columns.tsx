import type { Language } from '#domain/language.ts'
import type { PriceKind } from '#domain/moving-in/card-terms.ts'
import { type Field, fields, type Mapping } from '#domain/moving-in/columns.ts'
import { m } from '#messages/generated/messages.js'
import { columnLetter, encodingNames, isUnicode } from '#web/business/team/import/import-columns.tsx'
import { type Encoding, encodings } from '#web/business/team/import/text-encoding.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import type { PeopleFile } from './read-people-file.ts'

const labels: Readonly<Record<Field, () => string>> = {
  email: m.import_email_column,
  name: m.moving_in_column_first_name,
  lastName: m.moving_in_column_last_name,
  seats: m.moving_in_column_seats,
  until: m.moving_in_column_until,
  language: m.moving_in_column_language,
  newsletter: m.moving_in_column_newsletter,
  consentOn: m.moving_in_column_consent,
  customer: m.moving_in_column_customer,
  nextCharge: m.moving_in_column_next_charge,
  price: m.moving_in_column_price,
  interval: m.moving_in_column_interval,
  currency: m.moving_in_column_currency,
  country: m.moving_in_column_country,
  address: m.moving_in_column_address,
  vatId: m.moving_in_column_vat_id,
}

/** What no column of a list says. */
export type ListTerms = { readonly language: Language; readonly prices: PriceKind }

type ListColumnsProps = {
  list: PeopleFile
  terms: ListTerms
  onTerms: (changed: Partial<ListTerms>) => void
  onMapping: (mapping: Mapping) => void
  onEncoding: (encoding: Encoding) => void
}

/** What the columns of a list are taken for, which can be changed. */
export function ListColumns({ list, terms, onTerms, onMapping, onEncoding }: ListColumnsProps) {
  return (
    <fieldset className="card min-w-0 p-5">
      <legend className="sr-only">{m.import_columns()}</legend>
      <p className="text-sm font-medium" aria-hidden>
        {m.import_columns()}
      </p>
      <p className="caption mt-1 max-w-[65ch]">
        {list.isFromGhost ? m.moving_in_ghost() : m.moving_in_columns_lead()}
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <MappingFields list={list} onMapping={onMapping} />
        <SelectField
          label={m.moving_in_language()}
          value={terms.language}
          choices={[
            { value: 'en', text: m.language_en() },
            { value: 'de', text: m.language_de() },
          ]}
          onChange={(value) => onTerms({ language: value === 'de' ? 'de' : 'en' })}
        />
        {list.mapping.price === undefined ? null : (
          <SelectField
            label={m.moving_in_prices()}
            value={terms.prices}
            choices={[
              { value: 'gross', text: m.moving_in_prices_gross() },
              { value: 'net', text: m.moving_in_prices_net() },
            ]}
            onChange={(value) => onTerms({ prices: value === 'net' ? 'net' : 'gross' })}
          />
        )}
        {isUnicode(list) ? null : (
          <SelectField
            label={m.import_encoding()}
            value={list.encoding}
            choices={encodingNames.map(([value, text]) => ({ value, text }))}
            onChange={(value) => onEncoding(value as Encoding)}
          />
        )}
      </div>
      <p className="caption mt-4 max-w-[65ch]">{m.moving_in_cards_hint()}</p>
      {list.garbled === undefined ? null : (
        <div className="mt-4">
          <Alert>{m.import_garbled({ word: list.garbled, encoding: encodings[list.encoding] })}</Alert>
        </div>
      )}
    </fieldset>
  )
}

/** For each field the column that it is read from. */
function MappingFields({ list, onMapping }: Pick<ListColumnsProps, 'list' | 'onMapping'>) {
  const columns = list.columns.map((heading, column) => ({
    value: String(column),
    text: heading || m.import_column({ letter: columnLetter(column) }),
  }))
  const none = { value: '', text: m.import_column_none() }
  const choose = (field: Field, value: string) => {
    const { [field]: _, ...others } = list.mapping
    onMapping({ ...others, ...(value !== '' && { [field]: Number(value) }) } as Mapping)
  }
  return fields.map((field) => (
    <SelectField
      key={field}
      label={labels[field]()}
      value={String(list.mapping[field] ?? '')}
      choices={field === 'email' ? columns : [none, ...columns]}
      onChange={(value) => choose(field, value)}
    />
  ))
}
