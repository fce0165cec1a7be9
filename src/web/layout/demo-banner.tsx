import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/ui/link.tsx'

/** On every page of a demo, so that nobody takes it for the real site. */
export function DemoBanner() {
  return (
    <aside
      aria-label={m.demo_banner_label()}
      className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-accent-soft px-4 py-1 text-center text-[0.8125rem]"
    >
      <span>{m.demo_banner()}</span>
      <Link to={href('demo')} className="link py-0.5 font-medium">
        {m.demo_banner_link()}
      </Link>
    </aside>
  )
}
