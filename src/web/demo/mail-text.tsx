import { Fragment } from 'react'
import { pageNameAt } from '#web/site/page-name.ts'
import { Link } from '#web/ui/link.tsx'

const webAddress = /(https?:\/\/[^\s<>]*[^\s<>.,;:!?)])/

/** A mail's text with links that can be clicked. */
export function MailText({ text }: { text: string }) {
  return text.split(webAddress).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move
    <Fragment key={index}>{webAddress.test(piece) ? <MailLink address={piece} /> : piece}</Fragment>
  ))
}

/**
 * A link to this demo stays in this window and under the name by which the visitor opened it: `localhost` and
 * `127.0.0.1` are two sites to a browser, with cookies of their own.
 */
function MailLink({ address }: { address: string }) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isOurs =
    url && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname) && pageNameAt(url.pathname) !== undefined
  return isOurs ? (
    <Link to={url.pathname + url.search + url.hash} className="link break-all">
      {address}
    </Link>
  ) : (
    <a href={address} className="link break-all" rel="noopener">
      {address}
    </a>
  )
}
