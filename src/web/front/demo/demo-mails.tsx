import { useQuery } from '@tanstack/react-query'
import { Paperclip, RefreshCw } from 'lucide-react'
import { Fragment, useState } from 'react'
import { allPages } from '#contract/desk/desk-pages.ts'
import { findPage } from '#contract/match-path.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { momentText } from '#web/platform/ui/moment-text.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { demoMailsQuery } from './demo-queries.ts'
import { Panel } from './panel.tsx'

type DemoMail = {
  to: string
  subject: string
  text: string
  sentAt: string
  attachments: readonly { href: string; name: string }[]
}

/** The mails sent so far: a list, and the selected one. */
export function DemoMails() {
  const { data: mails, refetch, isFetching } = useQuery(demoMailsQuery)
  const [chosenKey, setChosenKey] = useState<string>()
  const chosen = mails?.find((mail) => keyOf(mail) === chosenKey) ?? mails?.[0]
  return (
    <Panel
      title={m.demo_mails()}
      lead={m.demo_mails_lead()}
      action={
        <Button
          variant="quiet"
          size="icon"
          aria-label={m.demo_mails_refresh()}
          title={m.demo_mails_refresh()}
          busy={isFetching}
          onClick={() => refetch()}
        >
          <RefreshCw className="size-4" aria-hidden />
        </Button>
      }
    >
      {mails === undefined ? <Skeleton className="mx-5 mb-5 h-40" /> : null}
      {mails && !chosen ? (
        <p className="border-t border-line px-5 py-10 text-center text-sm text-muted">
          {m.demo_mails_empty()}
        </p>
      ) : null}
      {mails && chosen ? (
        <div className="grid border-t border-line md:grid-cols-[16rem_minmax(0,1fr)]">
          <ul
            aria-label={m.demo_mails_list()}
            className="max-h-56 overflow-y-auto border-line max-md:border-b md:max-h-[36rem] md:border-r"
          >
            {mails.map((mail) => (
              <Entry
                key={keyOf(mail)}
                mail={mail}
                chosen={mail === chosen}
                onChoose={() => setChosenKey(keyOf(mail))}
              />
            ))}
          </ul>
          <OpenedMail mail={chosen} />
        </div>
      ) : null}
    </Panel>
  )
}

function Entry({ mail, chosen, onChoose }: { mail: DemoMail; chosen: boolean; onChoose: () => void }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-current={chosen ? 'true' : undefined}
        className="block w-full border-l-2 border-transparent px-4.5 py-2.5 text-left -outline-offset-2 hover:bg-raised aria-[current]:border-accent aria-[current]:bg-accent-soft"
        onClick={onChoose}
      >
        <span className="line-clamp-2 text-sm leading-snug font-medium">{mail.subject}</span>
        <span className="mt-0.5 block truncate text-[0.8125rem] text-muted">
          {m.demo_mail_to({ to: mail.to })}
        </span>
        <time dateTime={mail.sentAt} className="num block text-muted">
          {momentText(new Date(mail.sentAt))}
        </time>
      </button>
    </li>
  )
}

function OpenedMail({ mail }: { mail: DemoMail }) {
  return (
    <article className="min-w-0 p-5">
      <h3 className="leading-snug font-semibold tracking-[-0.01em]">{mail.subject}</h3>
      <p className="mt-0.5 text-[0.8125rem] text-muted">{m.demo_mail_to({ to: mail.to })}</p>
      <div className="mt-4 text-sm whitespace-pre-line">
        <MailText text={mail.text} />
      </div>
      {mail.attachments.map(({ href, name }) => (
        <a key={href} href={href} download={name} className="link mt-4 flex items-center gap-1.5 text-sm">
          <Paperclip className="size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">{name}</span>
        </a>
      ))}
    </article>
  )
}

function keyOf({ to, subject, sentAt }: DemoMail): string {
  return `${sentAt} ${to} ${subject}`
}

const webAddress = /(https?:\/\/[^\s<>]*[^\s<>.,;:!?)])/

/** A mail's text with working links. */
function MailText({ text }: { text: string }) {
  return text.split(webAddress).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move
    <Fragment key={index}>{webAddress.test(piece) ? <MailLink address={piece} /> : piece}</Fragment>
  ))
}

/**
 * A link to this demo stays in this window and keeps the visitor's host name: browsers treat `localhost` and
 * `127.0.0.1` as two sites with different cookies.
 */
function MailLink({ address }: { address: string }) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isOurs =
    url &&
    /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname) &&
    findPage(url.pathname, allPages) !== undefined
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
