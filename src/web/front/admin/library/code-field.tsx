import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { m } from '#messages/generated/messages.js'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { FilePick } from '#web/front/desk/fields/file-pick.tsx'
import { openDetails } from '#web/front/desk/open-details.ts'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import type { FilmFields } from './film-draft.ts'

type Files = FilmFields['code']

type CodeFieldProps = {
  value: Files
  faults: Faults
  onChange: (files: Files) => void
}

/** A film's code files: added from the computer or typed, changed in place, put in order. */
export function CodeField({ value: files, faults, onChange }: CodeFieldProps) {
  const id = useId()
  const add = async (chosen: readonly File[]) => {
    const added = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, text: await file.text() })),
    )
    const names = new Set(added.map(({ name }) => name))
    onChange([...files.filter(({ name }) => !names.has(name)), ...added])
  }
  const put = (place: number, file: Files[number]) =>
    onChange(files.map((other, at) => (at === place ? file : other)))
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-base">
        {m.library_code()}
      </h2>
      <FaultText>{faults.code}</FaultText>
      {files.map(({ name, text }, place) => (
        // a name is typed while its file stays where it is
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <details key={place} className="library-file" ref={name === '' ? openDetails : null}>
          <summary>
            <span className="num">{name === '' ? m.library_code_new() : name}</span>
          </summary>
          <div className="grid gap-3 pt-3">
            <Field
              label={m.library_code_name()}
              error={faults[`code.${place}`]}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={(event) => put(place, { name: event.target.value, text })}
            />
            <TextArea
              label={m.library_code_text()}
              rows={Math.min(20, text.split('\n').length + 1)}
              className="input num block"
              spellCheck={false}
              value={text}
              onChange={(event) => put(place, { name, text: event.target.value })}
            />
            <FileActs place={place} files={files} onChange={onChange} />
          </div>
        </details>
      ))}
      <div className="flex flex-wrap gap-2">
        <FilePick label={m.library_code_upload()} multiple onFiles={add} />
        <Button onClick={() => onChange([...files, { name: '', text: '' }])}>{m.library_code_add()}</Button>
      </div>
    </section>
  )
}

type FileActsProps = {
  place: number
  files: Files
  onChange: (files: Files) => void
}

function FileActs({ place, files, onChange }: FileActsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={place === 0} onClick={() => onChange(swapped(files, place - 1))}>
        <ArrowUp className="size-4" aria-hidden />
        {m.library_up()}
      </Button>
      <Button disabled={place === files.length - 1} onClick={() => onChange(swapped(files, place))}>
        <ArrowDown className="size-4" aria-hidden />
        {m.library_down()}
      </Button>
      <Button onClick={() => onChange(files.toSpliced(place, 1))}>
        <Trash2 className="size-4" aria-hidden />
        {m.library_remove()}
      </Button>
    </div>
  )
}

/** Returns the list with the element at `place` and the next one swapped. */
function swapped<Element>(list: readonly Element[], place: number): readonly Element[] {
  return list.map((element, at) => list[at === place ? place + 1 : at === place + 1 ? place : at] ?? element)
}
