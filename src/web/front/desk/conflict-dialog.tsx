import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { isSame } from './use-edited.ts'

type Shown = Readonly<Record<string, unknown>>

/** Somebody else has saved meanwhile: shows both versions, field by field, and asks which counts. */
export function ConflictDialog<Fields extends object>({
  base,
  theirs,
  mine,
  nameOf,
  onMine,
  onTheirs,
  onClose,
}: {
  /** What the form began with. */
  base: Fields
  /** What is stored now; undefined while there is no conflict. */
  theirs: Fields | undefined
  /** The fields that were typed. */
  mine: Partial<Fields>
  nameOf: (field: string) => string
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}) {
  return (
    <Modal title={m.desk_conflict_title()} className="max-w-3xl" onClose={onClose}>
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
              {differing(base as Shown, theirs as Shown, mine as Shown).map((field) => (
                <tr key={field}>
                  <th scope="row">{nameOf(field)}</th>
                  <td>
                    <Value of={field in mine ? (mine as Shown)[field] : (base as Shown)[field]} />
                  </td>
                  <td>
                    <Value of={(theirs as Shown)[field]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={onTheirs}>{m.desk_conflict_take_theirs()}</Button>
            <Button variant="primary" onClick={onMine}>
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
function differing(base: Shown, theirs: Shown, mine: Shown): readonly string[] {
  return Object.keys(base).filter((field) => field in mine || !isSame(base[field], theirs[field]))
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
