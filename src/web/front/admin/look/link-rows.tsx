import type { LookFields } from '#contract/desk/look-calls.ts'
import { m } from '#messages/generated/messages.js'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

type Link = LookFields['navigation'][number]

type LinkRowsProps = {
  title: string
  hint: string
  links: readonly Link[]
  maxLinks: number
  error: string | undefined
  onChange: (links: Link[]) => void
}

/** Links of the header or footer, in their order. */
export function LinkRows({ title, hint, links, maxLinks, error, onChange }: LinkRowsProps) {
  const set = (place: number, changed: Link) => onChange(links.with(place, changed))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <p className="text-[0.8125rem] text-muted">{hint}</p>
      {links.map((link, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing else that stays while it is typed
        <div key={place} className="look-link">
          {(['en', 'de'] as const).map((language) => (
            <Field
              key={language}
              label={language === 'en' ? m.look_link_en() : m.look_link_de()}
              lang={language}
              maxLength={60}
              autoComplete="off"
              value={link.text[language]}
              onChange={({ target }) =>
                set(place, { ...link, text: { ...link.text, [language]: target.value } })
              }
            />
          ))}
          <Field
            label={m.look_link_to()}
            maxLength={500}
            autoComplete="off"
            value={link.to}
            onChange={({ target }) => set(place, { ...link, to: target.value })}
          />
          <Button
            aria-label={m.look_link_remove_one({ link: link.text.en || String(place + 1) })}
            onClick={() => onChange(links.toSpliced(place, 1))}
          >
            {m.look_link_remove()}
          </Button>
        </div>
      ))}
      <FaultText role="alert">{error}</FaultText>
      <Button
        className="justify-self-start"
        disabled={links.length >= maxLinks}
        onClick={() => onChange([...links, { text: { en: '', de: '' }, to: '' }])}
      >
        {m.look_link_add()}
      </Button>
    </fieldset>
  )
}
