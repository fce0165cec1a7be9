import { escapeHtml } from '#server/runtime/escape-html.ts'

/** A piece of HTML that is safe as it stands. Made by `html` and by nothing else but `trustedHtml`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | false | undefined | readonly Value[]

/**
 * Writes HTML: what stands in the template is markup, every value put into it is text, safe in attributes too, unless
 * it is `Html` itself. `false` and undefined leave nothing, lists their items.
 */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(markup.reduce((text, part, index) => text + part + safe(values[index]), ''))
}

/** Takes text for HTML that was made safe elsewhere. */
export function trustedHtml(text: string): Html {
  return new Html(text)
}

function safe(value: Value | undefined): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(safe).join('')
  return escapeHtml(String(value))
}
