import type { DeskLook, LookDraft, LookFields } from '#contract/desk/look-calls.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { LinkRows } from './link-rows.tsx'
import { PictureField } from './picture-field.tsx'

/** The fields of the form: pictures as addresses, empty without one. */
export type FormFields = LookFields & { readonly logo: string; readonly portrait: string }

type LookRowsProps = {
  fields: FormFields
  films: DeskLook['freeFilms']
  draft: LookDraft | undefined
  /** Of the pictures, by field. */
  faults: Faults
  change: (changed: Partial<FormFields>) => void
}

/** The fields of the look. */
export function LookRows({ fields, films, draft, faults, change }: LookRowsProps) {
  const faultOf = (...path: string[]) =>
    draft?.mistakes.find((mistake) => path.every((part, at) => mistake.path[at] === part))?.sentence
  const text = textProps({ fields, faults: { name: faultOf('name'), hue: faultOf('hue') }, change })
  const picture = (name: 'logo' | 'portrait') => ({
    value: fields[name],
    fault: faults[name],
    onChange: (address: string) => change({ [name]: address }),
  })
  const links = (name: 'navigation' | 'footer') => ({
    links: fields[name],
    error: faultOf(name),
    onChange: (changed: FormFields[typeof name]) => change({ [name]: changed }),
  })
  return (
    <>
      <Field
        label={m.look_name()}
        hint={m.look_name_hint()}
        maxLength={60}
        autoComplete="off"
        {...text('name')}
      />
      <PictureField
        label={m.look_logo()}
        hint={m.look_logo_hint()}
        none={m.look_logo_none()}
        {...picture('logo')}
      />
      <PictureField
        label={m.look_portrait()}
        hint={m.look_portrait_hint()}
        none={m.look_portrait_none()}
        shrinks
        {...picture('portrait')}
      />
      <Field
        label={m.look_hue()}
        hint={m.look_hue_hint()}
        maxLength={40}
        autoComplete="off"
        {...text('hue')}
      />
      <LookColours colours={draft?.colours ?? undefined} />
      <HeroField heroFilm={fields.heroFilm} films={films} fault={faultOf('heroFilm')} change={change} />
      <LinkRows
        title={m.look_navigation()}
        hint={m.look_navigation_hint()}
        maxLinks={8}
        {...links('navigation')}
      />
      <LinkRows title={m.look_footer()} hint={m.look_footer_hint()} maxLinks={20} {...links('footer')} />
      <MailWords fields={fields} faultOf={(name) => faultOf('mails', name)} change={change} />
    </>
  )
}

type HeroFieldProps = Pick<LookRowsProps, 'films' | 'change'> & {
  heroFilm: string
  fault: string | undefined
}

/** The film of the landing page; one that is no longer free stays a choice. */
function HeroField({ heroFilm, films, fault, change }: HeroFieldProps) {
  const unknown = heroFilm !== '' && !films.some(({ id }) => id === heroFilm)
  return (
    <SelectField
      label={m.look_hero()}
      value={heroFilm}
      error={fault}
      choices={[
        { value: '', text: m.look_hero_first() },
        ...films.map(({ id, title }) => ({ value: id, text: title })),
        ...(unknown ? [{ value: heroFilm, text: m.look_hero_unknown({ id: heroFilm }) }] : []),
      ]}
      onChange={(value) => change({ heroFilm: value })}
    />
  )
}

type MailWordsProps = {
  fields: FormFields
  faultOf: (name: string) => string | undefined
  change: (changed: Partial<FormFields>) => void
}

/** Greeting and signature of mails, in both languages. Faults and hints show at the first of each. */
function MailWords({ fields, faultOf, change }: MailWordsProps) {
  const word = (name: 'greeting' | 'signature', language: Language) => ({
    lang: language,
    value: fields[name][language],
    error: language === 'en' ? faultOf(name) : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: { ...fields[name], [language]: target.value } }),
  })
  const short = { maxLength: 100, autoComplete: 'off' }
  const long = { maxLength: 400, rows: 3 }
  return (
    <>
      <h2>{m.look_mails()}</h2>
      <Field
        label={m.look_greeting_en()}
        hint={m.look_greeting_hint()}
        {...short}
        {...word('greeting', 'en')}
      />
      <Field label={m.look_greeting_de()} {...short} {...word('greeting', 'de')} />
      <TextArea
        label={m.look_signature_en()}
        hint={m.look_signature_hint()}
        {...long}
        {...word('signature', 'en')}
      />
      <TextArea label={m.look_signature_de()} {...long} {...word('signature', 'de')} />
    </>
  )
}

/** Text, link and button in the colours of the site, in light and dark. */
function LookColours({ colours }: { colours: NonNullable<LookDraft['colours']> | undefined }) {
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
