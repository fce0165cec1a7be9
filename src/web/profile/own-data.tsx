import { useEffect, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { useSession } from '#web/site/site.ts'
import { CopyOfData } from './copy-of-data.tsx'
import { Deletion } from './deletion.tsx'

/** What somebody can do about all that is stored about them: have a copy of it, have it deleted. */
export function OwnData() {
  const session = useSession()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // messages and the banner lead here; the page is drawn after its address was reached
    if (location.hash === '#own-data') section.current?.scrollIntoView()
  }, [])
  if (!session?.authenticated) return null
  return (
    <section ref={section} id="own-data" aria-labelledby="own-data-heading" className="scroll-mt-20">
      <h2 id="own-data-heading">{m.own_data()}</h2>
      <p className="mt-1 text-muted">{m.own_data_lead()}</p>
      <div className="card mt-4 divide-y divide-line">
        <CopyOfData session={session} />
        <Deletion session={session} />
      </div>
    </section>
  )
}
