import type { LookDraft } from '#contract/desk/look-calls.ts'
import { m } from '#messages/generated/messages.js'

/** Text, link and button in the colours of the site, in light and dark. */
export function LookColours({ colours }: { colours: NonNullable<LookDraft['colours']> | undefined }) {
  if (!colours) return null
  const themes = [
    { name: m.words_light(), ...colours.light },
    { name: m.words_dark(), ...colours.dark },
  ]
  return (
    <section aria-label={m.look_colours()} className="look-colours">
      {themes.map(({ name, page, ink, accent, accentInk }) => (
        <div key={name} className="look-colour" style={{ background: page, color: ink }}>
          <p className="text-sm font-medium">{name}</p>
          <p style={{ color: accent }}>{m.look_colour_link()}</p>
          <p>
            <span className="look-button" style={{ background: accent, color: accentInk }}>
              {m.look_colour_button()}
            </span>
          </p>
        </div>
      ))}
    </section>
  )
}
