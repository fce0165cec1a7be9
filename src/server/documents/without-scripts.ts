import type { PageName } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { type Html, html } from './html.ts'

/**
 * What a page that only scripts draw says without them. A cancellation or withdrawal is as valid by post or email as by its form, so
 * these pages name both addresses of the seller.
 */
export function withoutScripts(name: PageName, { seller }: SiteConfig): Html {
  const declaring =
    name === 'cancelContract'
      ? m.needs_scripts_cancellation()
      : name === 'withdrawContract'
        ? m.needs_scripts_withdrawal()
        : undefined
  const lines = [seller.name, ...seller.address.split('\n')].filter((line) => line !== '')
  return html`<noscript><p>${m.needs_scripts()}</p>
${
  declaring !== undefined &&
  html`<p>${declaring}</p>
<address>${lines.map((line) => html`${line}<br>`)}<a href="mailto:${seller.email}">${seller.email}</a></address>`
}</noscript>`
}
