import type { DeskLook, LookDraft, LookFields } from '#contract/desk/look-calls.ts'
import { m } from '#messages/generated/messages.js'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { LinkRows } from './link-rows.tsx'
import { LookColours } from './look-colours.tsx'
import { PictureField } from './picture-field.tsx'

/** The fields of the form: pictures as addresses, empty without one. */
export type FormFields = LookFields & { readonly logo: string; readonly portrait: string }

/** The fields of the look. */
export function LookRows({
  fields,
  films,
  draft,
  faults,
  change,
}: {
  fields: FormFields
  films: DeskLook['freeFilms']
  draft: LookDraft | undefined
  /** Of the pictures, by field. */
  faults: Readonly<Record<string, string | undefined>>
  change: (changed: Partial<FormFields>) => void
}) {
  const { name, hue, heroFilm, navigation, footer, greeting, signature } = fields
  const faultOf = (...path: string[]) =>
    draft?.mistakes.find((mistake) => path.every((part, at) => mistake.path[at] === part))?.sentence
  const unknown = heroFilm !== '' && !films.some(({ id }) => id === heroFilm)
  return (
    <>
      <Field
        label={m.look_name()}
        hint={m.look_name_hint()}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={faultOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <PictureField
        label={m.look_logo()}
        hint={m.look_logo_hint()}
        none={m.look_logo_none()}
        value={fields.logo}
        fault={faults.logo}
        onChange={(logo) => change({ logo })}
      />
      <PictureField
        label={m.look_portrait()}
        hint={m.look_portrait_hint()}
        none={m.look_portrait_none()}
        value={fields.portrait}
        fault={faults.portrait}
        shrinks
        onChange={(portrait) => change({ portrait })}
      />
      <Field
        label={m.look_hue()}
        hint={m.look_hue_hint()}
        maxLength={40}
        autoComplete="off"
        value={hue}
        error={faultOf('hue')}
        onChange={({ target }) => change({ hue: target.value })}
      />
      <LookColours colours={draft?.colours ?? undefined} />
      <SelectField
        label={m.look_hero()}
        value={heroFilm}
        error={faultOf('heroFilm')}
        choices={[
          { value: '', text: m.look_hero_first() },
          ...films.map(({ id, title }) => ({ value: id, text: title })),
          ...(unknown ? [{ value: heroFilm, text: m.look_hero_unknown({ id: heroFilm }) }] : []),
        ]}
        onChange={(value) => change({ heroFilm: value })}
      />
      <LinkRows
        title={m.look_navigation()}
        hint={m.look_navigation_hint()}
        links={navigation}
        maxLinks={8}
        error={faultOf('navigation')}
        onChange={(links) => change({ navigation: links })}
      />
      <LinkRows
        title={m.look_footer()}
        hint={m.look_footer_hint()}
        links={footer}
        maxLinks={20}
        error={faultOf('footer')}
        onChange={(links) => change({ footer: links })}
      />
      <h2>{m.look_mails()}</h2>
      <Field
        label={m.look_greeting_en()}
        hint={m.look_greeting_hint()}
        lang="en"
        maxLength={100}
        autoComplete="off"
        value={greeting.en}
        error={faultOf('mails', 'greeting')}
        onChange={({ target }) => change({ greeting: { ...greeting, en: target.value } })}
      />
      <Field
        label={m.look_greeting_de()}
        lang="de"
        maxLength={100}
        autoComplete="off"
        value={greeting.de}
        onChange={({ target }) => change({ greeting: { ...greeting, de: target.value } })}
      />
      <TextArea
        label={m.look_signature_en()}
        hint={m.look_signature_hint()}
        lang="en"
        rows={3}
        maxLength={400}
        value={signature.en}
        error={faultOf('mails', 'signature')}
        onChange={({ target }) => change({ signature: { ...signature, en: target.value } })}
      />
      <TextArea
        label={m.look_signature_de()}
        lang="de"
        rows={3}
        maxLength={400}
        value={signature.de}
        onChange={({ target }) => change({ signature: { ...signature, de: target.value } })}
      />
    </>
  )
}
