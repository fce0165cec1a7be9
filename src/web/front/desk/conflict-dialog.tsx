import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { type Edited, isSame, type Stored } from './use-edited.ts'

type Shown = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, () => string>>

/** Somebody else has saved meanwhile: shows both versions, field by field, and asks which counts. */
export function ConflictDialog<Thing extends Stored, Fields extends object>({
  edited: { base, theirs, changed: mine, goOn, setTheirs },
  names,
  onMine,
}: {
  edited: Edited<Thing, Fields>
  /** The fields that are compared, and their names. */
  names: Readonly<Partial<Record<keyof Fields, () => string>>>
  /** Called when the typed fields shall count, which the form still shows; undefined if they are saved later. */
  onMine?: (theirs: Thing) => void
}) {
  return (
    <Modal title={m.desk_conflict_title()} className="max-w-3xl" onClose={() => setTheirs(undefined)}>
      {theirs ? (
        <div className="grid gap-5">
          <p className="text-sm">{m.desk_conflict_text()}</p>
          <table className="desk-conflict">
            <thead>
              <tr>
                <th scope="col">{m.desk_conflict_field()}</th>
                <th scope="col">{m.desk_conflict_mine()}</th>
                <th scope="col">{m.desk_conflict_theirs()}</th>
              </tr>
            </thead>
            <tbody>
              {differing(names as Names, base as Shown, theirs.fields as Shown, mine as Shown).map(
                ([field, name]) => (
                  <tr key={field}>
                    <th scope="row">{name()}</th>
                    <td>
                      <Value of={field in mine ? (mine as Shown)[field] : (base as Shown)[field]} />
                    </td>
                    <td>
                      <Value of={(theirs.fields as Shown)[field]} />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => goOn(theirs.stored)}>{m.desk_conflict_take_theirs()}</Button>
            <Button
              variant="primary"
              onClick={() => {
                goOn(theirs.stored, mine)
                onMine?.(theirs.stored)
              }}
            >
              {m.desk_conflict_take_mine()}
            </Button>
          </div>
        </div>
      ) : null}
    </Modal>
  )
}

/** Addresses of pictures: new ones, those of the library and those of the site. */
const picture = /^(?:data:image\/|\/(?:logo|pictures)\/|\/api\/admin\/library\/video\/[^/]+\/picture\/)/

/** The fields that either side has changed. */
function differing(names: Names, base: Shown, theirs: Shown, mine: Shown) {
  return Object.entries(names).filter(([field]) => field in mine || !isSame(base[field], theirs[field]))
}

function Value({ of: value }: { of: unknown }) {
  if (typeof value === 'string' && picture.test(value))
    return <img className="desk-conflict-picture" src={value} alt="" />
  const text = Array.isArray(value) ? value.map(lineOf).join('\n') : lineOf(value)
  return <div className="desk-conflict-value">{text === '' ? '–' : text}</div>
}

function lineOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? m.desk_yes() : m.desk_no()
  return typeof value === 'object' && value !== null ? Object.values(value).join('\n') : String(value ?? '')
}
