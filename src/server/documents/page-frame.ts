import { href } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { type Html, html } from './html.ts'

/** A page's text between the links that every page has. */
export function pageFrame({ productName }: Pick<SiteConfig, 'productName'>, text: Html): Html {
  return html`<div class="document">
<header><nav><a href="${href('landing')}">${productName}</a> <a href="${href('content')}">${m.landing_contents_all()}</a> <a href="${href('pricing')}">${m.footer_pricing()}</a> <a href="${href('faq')}">${m.footer_faq()}</a></nav></header>
<main>${text}</main>
<footer><nav aria-label="${m.footer()}"><a href="${href('imprint')}">${m.footer_imprint()}</a> <a href="${href('privacyPolicy')}">${m.footer_privacy()}</a> <a href="${href('termsAndConditions')}">${m.footer_terms()}</a> <a href="${href('about')}">${m.footer_about()}</a></nav></footer>
</div>`
}

/** What stands on an address that leads nowhere (product.md section 2). */
export function notFoundText(): Html {
  return html`<h1>${m.page_not_found()}</h1><p><a href="${href('content')}">${m.continue()}</a></p>`
}
