import { useId, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { pictureOf } from '#web/front/admin/uploads/poster-picture.ts'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { FilePick } from '#web/front/desk/fields/file-pick.tsx'
import { Button } from '#web/platform/ui/button.tsx'

const maxBytes = 512 * 1024

/** A picture of the site: an address, or the data address of a new one. */
export function PictureField({
  label,
  hint,
  none,
  value,
  fault,
  shrinks = false,
  onChange,
}: {
  label: string
  hint: string
  /** What visitors see without one. */
  none: string
  /** Empty without a picture. */
  value: string
  fault: string | undefined
  /** Scales down photos above the limit; they lose their transparency. */
  shrinks?: boolean
  onChange: (picture: string) => void
}) {
  const id = useId()
  const [sentence, setSentence] = useState<string>()
  const take = async (file: File) => {
    if (file.size > maxBytes && !shrinks) return setSentence(m.look_picture_large())
    const read = file.size > maxBytes ? pictureOf(file) : addressOf(file)
    const picture = await read.catch(() => undefined)
    setSentence(picture === undefined ? m.look_picture_unknown() : undefined)
    if (picture !== undefined) onChange(picture)
  }
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-sm font-medium">
        {label}
      </h2>
      {value === '' ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <img className="look-picture" src={value} alt={label} />
      )}
      <FaultText role="alert">{sentence ?? fault}</FaultText>
      <div className="flex flex-wrap gap-2">
        <FilePick
          label={m.look_picture_upload()}
          accept="image/jpeg,image/png,image/webp,image/svg+xml"
          onFiles={([file]) => void take(file)}
        />
        {value === '' ? null : <Button onClick={() => onChange('')}>{m.look_picture_remove()}</Button>}
      </div>
      <p className="text-[0.8125rem] text-muted">{hint}</p>
    </section>
  )
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
