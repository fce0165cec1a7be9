import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { isLevel, type Level, levels } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import { DescriptionField } from '#web/front/admin/library/description-field.tsx'
import { type OneSeries, seriesVersionsQuery } from '#web/front/admin/library/library-desk-queries.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { KeptVersions } from './kept-versions.tsx'
import { SeriesFilms } from './series-films.tsx'

const levelNames: Record<Level, () => string> = {
  beginner: m.level_beginner,
  intermediate: m.level_intermediate,
  advanced: m.level_advanced,
}

/** A new series, or one to change: its texts, and its films in teaching order. */
export function SeriesDialog({ series, onClose }: { series: OneSeries | undefined; onClose: () => void }) {
  const [title, setTitle] = useState(series?.title ?? '')
  const [level, setLevel] = useState<Level>(series?.level ?? 'beginner')
  const [description, setDescription] = useState(series?.description ?? '')
  const [videoIds, setVideoIds] = useState<readonly string[]>(series?.videoIds ?? [])
  const [isWithdrawn, setWithdrawn] = useState(series?.isWithdrawn ?? false)
  const { submit, send, busy, refusal, faults, dialog } = useDeskChange(adminGroupCalls.saveSeries, {
    message: m.library_prompt(),
    fields: ['title', 'level', 'description', 'videoIds'],
    onDone: () => {
      notify(m.library_saved(), 'success')
      onClose()
    },
  })
  return (
    <Modal title={series?.title ?? m.library_series_add()} className="max-w-2xl" onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={submit({
          ...(series && { urlKey: series.urlKey, version: series.version, isWithdrawn }),
          title,
          level,
          description,
          videoIds: [...videoIds],
        })}
      >
        <Field
          label={m.library_title()}
          error={faults.title}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SelectField
          label={m.library_level()}
          error={faults.level}
          value={level}
          choices={levels.map((value) => ({ value, text: levelNames[value]() }))}
          onChange={(value) => isLevel(value) && setLevel(value)}
        />
        <DescriptionField value={description} error={faults.description} onChange={setDescription} />
        <SeriesFilms videoIds={videoIds} onChange={setVideoIds} />
        {faults.videoIds ? (
          <p className="text-[0.8125rem] font-medium text-danger">{faults.videoIds}</p>
        ) : null}
        {series ? (
          <Checkbox
            label={m.library_series_withdrawn()}
            checked={isWithdrawn}
            onChange={(event) => setWithdrawn(event.target.checked)}
          />
        ) : null}
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
          {m.desk_save()}
        </Button>
      </form>
      {series ? (
        <KeptVersions
          query={seriesVersionsQuery(series.urlKey)}
          nameOf={(kept) => kept.title}
          busy={busy}
          onRestore={(kept) =>
            send({
              urlKey: series.urlKey,
              version: series.version,
              title: kept.title,
              level: kept.level,
              description: kept.description,
              videoIds: kept.videoIds,
              isWithdrawn: kept.isWithdrawn,
            })
          }
        />
      ) : null}
      {dialog}
    </Modal>
  )
}
