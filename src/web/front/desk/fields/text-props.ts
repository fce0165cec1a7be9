import type { Faults } from '#web/platform/site/use-call.ts'

type TextName<Fields> = { [Name in keyof Fields]: Fields[Name] extends string ? Name : never }[keyof Fields]

/** Returns the props of an input over one text of a form, by its name: value, error message and change. */
export function textProps<Fields extends object>({
  fields,
  faults = {},
  change,
}: {
  readonly fields: Fields
  readonly faults?: Faults | undefined
  readonly change: (changed: Partial<Fields>) => void
}) {
  return (name: TextName<Fields> & string) => ({
    value: fields[name] as string,
    error: faults[name],
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value } as unknown as Partial<Fields>),
  })
}
