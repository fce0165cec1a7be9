import { href } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import {
  faqSections,
  privacySections,
  privacySectionsInGerman,
  type TextSection,
  termsSections,
  textBlocks,
} from '#messages/site-texts.ts'
import { type Html, html, type PageText } from './html.ts'

/** The questions of the FAQ with their answers. */
export function faqPage(site: SiteConfig): PageText {
  const lead = m.faq_lead({ email: site.seller.email })
  return textPage(m.faq_page(), m.faq_title(), lead, sections(faqSections(site)))
}

export function termsPage(site: SiteConfig): PageText {
  const lead = m.terms_lead({ seller: site.seller.name, product: site.productName })
  return textPage(m.terms_page(), m.terms_title(), lead, sections(termsSections(site)))
}

/** English, then German. */
export function privacyPage(site: SiteConfig): PageText {
  const product = site.productName
  const german = html`<div lang="de"><p>${m.privacy_de_lead({ product })}</p>${sections(privacySectionsInGerman(site))}</div>`
  const both = html`${sections(privacySections(site))}<h2 lang="de">${m.privacy_tab_de()}</h2>${german}`
  return textPage(m.privacy_page(), m.privacy_title(), m.privacy_lead({ product }), both)
}

/** The author (product.md section 1). */
export function aboutPage({ seller, productName }: SiteConfig): PageText {
  const text = html`${runningText(m.about_text({ seller: seller.name, product: productName }))}
${runningText(m.about_contact({ email: seller.email }))}
<p><a href="${href('content')}">${m.landing_continue()}</a></p>`
  return textPage(m.about_page(), m.about_title({ seller: seller.name }), m.about_role(), text)
}

export function imprintPage({ seller }: SiteConfig): PageText {
  const lines = [seller.name, ...seller.address.split('\n')].filter(Boolean)
  const row = (name: string, value: string | undefined) =>
    value !== undefined && html`<dt>${name}</dt><dd>${value}</dd>`
  const text = html`<h2>${m.imprint_seller()}</h2>
<address>${lines.map((line) => html`${line}<br>`)}</address>
<h2>${m.imprint_contact()}</h2>
<dl>${row(m.imprint_email(), seller.email)}${row(m.imprint_phone(), seller.phone)}${row(m.imprint_vat_id(), seller.vatId)}</dl>
<h2>${m.imprint_links_heading()}</h2>${runningText(m.imprint_links_text())}
<h2>${m.imprint_rights_heading()}</h2>${runningText(m.imprint_rights_text())}`
  const title = m.imprint_page()
  return { title, description: `${title}: ${lines.join(', ')}`, html: html`<h1>${title}</h1>${text}` }
}

function textPage(title: string, heading: string, lead: string, text: Html): PageText {
  return { title, description: lead, html: html`<h1>${heading}</h1><p>${lead}</p>${text}` }
}

function sections(all: readonly TextSection[]): Html {
  return html`${all.map(
    ({ id, heading, text }) => html`<section><h2 id="${id}">${heading}</h2>${runningText(text)}</section>
`,
  )}`
}

function runningText(text: string): Html {
  return html`${textBlocks(text).map((block) =>
    'paragraph' in block
      ? html`<p>${block.paragraph}</p>`
      : html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`,
  )}`
}
