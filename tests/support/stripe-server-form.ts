/** The fields of a form or a query: `metadata[account]=a` is `{metadata: {account: 'a'}}`. */
export type Form = { readonly [name: string]: string | Form | undefined }

/** Reads what Stripe's clients send: a form whose names nest by brackets. */
export function readForm(text: string): Form {
  const form: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let place = form
    for (const part of path.slice(0, -1)) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    place[path.at(-1) ?? ''] = value
  }
  return form as Form
}

export function textIn(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function formIn(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

/** The values of a list (`expand[0]=a&expand[1]=b`), or of a map, as texts. */
export function textsIn(form: Form, name: string): string[] {
  return Object.values(formIn(form, name)).filter((value) => typeof value === 'string')
}

export function mapIn(form: Form, name: string): Record<string, string> {
  const entries = Object.entries(formIn(form, name))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
