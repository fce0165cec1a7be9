import { useRef, useState } from 'react'
import type { DeskPrices } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { PricePreview } from './price-preview.tsx'
import { useDraft, useSavePrices } from './price-queries.ts'

/** Edits `prices.yaml` as text. Earlier versions can be restored into the editor. */
export function PricesText({ prices }: { prices: DeskPrices }) {
  // the prices that the text began with: others saved meanwhile are a conflict
  const [edited, setEdited] = useState<{ begun: DeskPrices; text: string }>()
  const [isOpen, setOpen] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const { start, dialog } = useSavePrices(() => setEdited(undefined))
  const { begun, text } = edited ?? { begun: prices, text: prices.text }
  const draft = useDraft({ text }, isOpen)
  const plan = draft?.shown?.sets.find(({ name }) => name === draft.shown?.last)?.plan
  const mistakes = draft?.mistakes.map(({ line, sentence }) => `${line}: ${sentence}`).join('\n')
  const restore = (former: string | null) => {
    if (former === null) {
      start(prices, null, m.prices_take_file())
      return
    }
    setEdited({ begun: prices, text: former })
    setOpen(true)
    // brings it into sight
    summary.current?.focus()
  }
  return (
    <>
      <details className="prices-text" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary ref={summary}>{m.prices_as_text()}</summary>
        <div className="prices-new">
          <form
            noValidate
            className="grid content-start gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              start(begun, text)
            }}
          >
            <TextArea
              label="prices.yaml"
              hint={m.prices_text_hint()}
              rows={16}
              spellCheck={false}
              maxLength={50_000}
              value={text}
              error={mistakes || undefined}
              onChange={(event) => setEdited({ begun, text: event.target.value })}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="primary" disabled={text === prices.text}>
                {m.prices_put_on_sale()}
              </Button>
              <Button disabled={!edited} onClick={() => setEdited(undefined)}>
                {m.desk_discard()}
              </Button>
            </div>
          </form>
          <PricePreview plan={plan} />
        </div>
      </details>
      <Versions prices={prices} onRestore={restore} />
      {dialog}
    </>
  )
}

type VersionsProps = {
  prices: DeskPrices
  onRestore: (text: string | null) => void
}

function Versions({ prices: { versions }, onRestore }: VersionsProps) {
  const { shown, pages } = usePages(versions, m.prices_versions())
  if (versions.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2>{m.prices_versions()}</h2>
      <DeskTable
        label={m.prices_versions()}
        columns={[
          { title: m.prices_version(), of: ({ version }) => <span className="num">{version}</span> },
          { title: m.prices_saved_at(), look: 'digits', of: ({ savedAt }) => adminTime(savedAt) },
          {
            title: m.prices_says(),
            look: 'long',
            of: ({ text }) => (text === null ? m.prices_the_file() : onSaleIn(text)),
          },
          {
            title: m.prices_restore(),
            titleHidden: true,
            of: ({ version, text }) => (
              <Button aria-label={m.prices_restore_one({ version })} onClick={() => onRestore(text)}>
                {m.prices_restore()}
              </Button>
            ),
          },
        ]}
        rows={shown}
        keyOf={({ version }) => String(version)}
      />
      {pages}
    </section>
  )
}

/** The set that a text puts on sale, for the list alone. */
function onSaleIn(text: string): string {
  return /^onSale:\s*(\S+)/m.exec(text)?.[1] ?? 'launch'
}
