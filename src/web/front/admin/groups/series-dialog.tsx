import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { isLevel, type Level, levels } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import { DescriptionField } from '#web/front/admin/library/description-field.tsx'
import type { OneSeries } from '#web/front/admin/library/library-desk-queries.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { KeptVersions } from './kept-versions.tsx'
import { SeriesFilms } from './series-films.tsx'

const levelNames: Record<Level, () => string> = {
  beginner: m.level_beginner,
  intermediate: m.level_intermediate,
  advanced: m.level_advanced,
}

/** A new series, or one to change: its texts, and its films in teaching order. */
export function SeriesDialog({ series, onClose }: { series: OneSeries | undefined; onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(series))
  const [isWithdrawn, setWithdrawn] = useState(series?.isWithdrawn ?? false)
  const change = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }))
  const saving = useDeskChange(adminGroupCalls.saveSeries, {
    message: m.library_prompt(),
    fields: Object.keys(fields),
    done: m.library_saved,
    onDone: () => onClose(),
  })
  const { faults, busy } = saving
  const edited = series && { urlKey: series.urlKey, version: series.version }
  return (
    <GroupDialog
      title={series?.title ?? m.library_series_add()}
      saving={saving}
      body={{ ...(edited && { ...edited, isWithdrawn }), ...fields, videoIds: [...fields.videoIds] }}
      versions={
        edited ? (
          <KeptVersions
            query={deskQuery(adminGroupCalls.seriesVersions, 'versions[]', {
              query: { urlKey: edited.urlKey },
            })}
            nameOf={(kept) => kept.title}
            busy={busy}
            onRestore={({ title, level, description, videoIds, isWithdrawn: wasWithdrawn }) =>
              saving.send({ ...edited, title, level, description, videoIds, isWithdrawn: wasWithdrawn })
            }
          />
        ) : null
      }
      onClose={onClose}
    >
      <Field
        label={m.library_title()}
        autoComplete="off"
        {...textProps({ fields, faults, change })('title')}
      />
      <SelectField
        label={m.library_level()}
        error={faults.level}
        value={fields.level}
        choices={levels.map((value) => ({ value, text: levelNames[value]() }))}
        onChange={(level) => isLevel(level) && change({ level })}
      />
      <DescriptionField
        value={fields.description}
        error={faults.description}
        onChange={(description) => change({ description })}
      />
      <SeriesFilms videoIds={fields.videoIds} onChange={(videoIds) => change({ videoIds: [...videoIds] })} />
      <FaultText>{faults.videoIds}</FaultText>
      {series ? (
        <Checkbox
          label={m.library_series_withdrawn()}
          checked={isWithdrawn}
          onChange={(event) => setWithdrawn(event.target.checked)}
        />
      ) : null}
    </GroupDialog>
  )
}

function fieldsOf(series: OneSeries | undefined) {
  return {
    title: series?.title ?? '',
    level: series?.level ?? 'beginner',
    description: series?.description ?? '',
    videoIds: series?.videoIds ?? [],
  }
}
