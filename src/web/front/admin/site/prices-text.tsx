import { useRef, useState } from 'react'
import type { DeskPrices } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { DocumentText } from './document-text.tsx'
import { DocumentVersions } from './document-versions.tsx'
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
          <DocumentText
            file="prices.yaml"
            hint={m.prices_text_hint()}
            submit={m.prices_put_on_sale()}
            text={text}
            saved={prices.text}
            mistakes={draft?.mistakes}
            onChange={(typed) => setEdited({ begun, text: typed })}
            onSave={() => start(begun, text)}
            onDiscard={edited && (() => setEdited(undefined))}
          />
          <PricePreview plan={plan} />
        </div>
      </details>
      <DocumentVersions
        versions={prices.versions.map((one) => ({ ...one, isFile: one.text === null }))}
        says={{
          title: m.prices_says(),
          of: (one) => (one.text === null ? m.prices_the_file() : onSaleIn(one.text)),
        }}
        onRestore={(one) => restore(one.text)}
      />
      {dialog}
    </>
  )
}

/** The set that a text puts on sale, for the list alone. */
function onSaleIn(text: string): string {
  return /^onSale:\s*(\S+)/m.exec(text)?.[1] ?? 'launch'
}
