import { useId } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Labelled } from '#web/platform/ui/field.tsx'
import type { UserList } from './read-user-file.ts'
import { type Encoding, encodings } from './text-encoding.ts'
import type { Mapping } from './user-columns.ts'

export type ListChange = { readonly encoding?: Encoding; readonly mapping?: Mapping }

/** The detected columns and encoding of a list, which can be changed. */
export function ImportColumns({
  list,
  onChange,
}: {
  list: UserList
  onChange: (list: UserList, to: ListChange) => void
}) {
  const { columns, mapping } = list.table
  const [name = -1, ...furtherNames] = mapping.names
  const named = columns.map((heading, column): [number, string] => [
    column,
    heading || m.import_column({ letter: columnLetter(column) }),
  ])
  const none: [number, string] = [-1, m.import_column_none()]
  const map = (change: Partial<Mapping>) => onChange(list, { mapping: { ...mapping, ...change } })
  const nameBy = (...names: number[]) => map({ names: names.filter((column) => column >= 0) })
  return (
    <fieldset className="card min-w-0 p-5">
      <legend className="sr-only">{m.import_columns()}</legend>
      <p className="text-sm font-medium" aria-hidden>
        {m.import_columns()}
      </p>
      <p className="caption mt-1">{m.import_columns_lead()}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Choice
          label={m.import_name_column()}
          options={[none, ...named]}
          value={name}
          onChange={(column) => nameBy(column, ...furtherNames)}
        />
        <Choice
          label={m.import_name_column_second()}
          options={[none, ...named]}
          value={furtherNames[0] ?? -1}
          onChange={(column) => nameBy(name, column)}
        />
        <Choice
          label={m.import_email_column()}
          options={named}
          value={mapping.email}
          onChange={(email) => map({ email })}
        />
        {isUnicode(list) ? null : (
          <Choice
            label={m.import_encoding()}
            options={encodingNames}
            value={list.encoding}
            onChange={(encoding) => onChange(list, { encoding })}
          />
        )}
      </div>
      {list.garbled === undefined ? null : (
        <div className="mt-4">
          <Alert>{m.import_garbled({ word: list.garbled, encoding: encodings[list.encoding] })}</Alert>
        </div>
      )}
    </fieldset>
  )
}

/** All encodings with their names. */
export const encodingNames = Object.entries(encodings) as [Encoding, string][]

function Choice<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        className="input truncate"
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex]
          if (chosen) onChange(chosen[0])
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/**
 * Whether the encoding is certain: valid UTF-8, or a byte order mark, unless the text was garbled before it was saved.
 */
export function isUnicode({ encoding, garbled }: Pick<UserList, 'encoding' | 'garbled'>): boolean {
  return encoding.startsWith('utf-') && garbled === undefined
}

/** Names a column as spreadsheet programs do: A to Z, AA. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter
}
