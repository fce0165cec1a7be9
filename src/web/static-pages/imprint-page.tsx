import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/site/site.ts'
import { RunningText } from './running-text.tsx'
import { TextPage } from './text-page.tsx'

/** Who runs this site, and how to reach them. */
export function Component() {
  const { seller } = useConfig()
  return (
    <TextPage page={m.imprint_page()} title={m.imprint_page()}>
      <h2 className="mt-8 mb-2.5 text-[1.0625rem]">{m.imprint_seller()}</h2>
      <address className="whitespace-pre-line not-italic">
        {[seller.name, seller.address].filter(Boolean).join('\n')}
      </address>

      <h2 className="mt-10 mb-2.5 text-[1.0625rem]">{m.imprint_contact()}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <dt className="text-muted">{m.imprint_email()}</dt>
        <dd>
          <a className="link" href={`mailto:${seller.email}`}>
            {seller.email}
          </a>
        </dd>
        {seller.phone ? (
          <>
            <dt className="text-muted">{m.imprint_phone()}</dt>
            <dd>
              <a className="link" href={`tel:${seller.phone.replace(/[^\d+]/g, '')}`}>
                {seller.phone}
              </a>
            </dd>
          </>
        ) : null}
        {seller.vatId ? (
          <>
            <dt className="text-muted">{m.imprint_vat_id()}</dt>
            <dd>{seller.vatId}</dd>
          </>
        ) : null}
      </dl>

      <h2 className="mt-10 mb-2.5 text-[1.0625rem]">{m.imprint_links_heading()}</h2>
      <RunningText text={m.imprint_links_text()} />
      <h2 className="mt-10 mb-2.5 text-[1.0625rem]">{m.imprint_rights_heading()}</h2>
      <RunningText text={m.imprint_rights_text()} />
    </TextPage>
  )
}
