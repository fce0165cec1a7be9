import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { MomentFields } from '#web/front/desk/fields/moment-fields.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { useCategoryNames } from './category-names.ts'
import type { FilmFields } from './film-draft.ts'
import { faultOf, LabelsField } from './labels-field.tsx'

type FilmSideProps = {
  video: DeskVideo
  fields: FilmFields
  faults: Faults
  change: (fields: Partial<FilmFields>) => void
}

/** The sidebar of a film: publishing date, category, labels, and read-only facts. */
export function FilmSide({ video, fields, faults, change }: FilmSideProps) {
  const categories = useCategoryNames()
  const { data: labels } = useDeskRead(adminGroupCalls.deskLabels, 'tags[]')
  const { sellerZone } = useConfig()
  const { categoryId } = fields
  const isKnown = categories.some(({ value }) => value === categoryId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
      <MomentFields
        legend={m.library_published_on()}
        names={{ day: m.library_day(), time: m.library_time() }}
        hint={m.library_published_hint({ zone: sellerZone })}
        className="library-moment"
        value={fields}
        error={faults.published}
        onChange={change}
      />
      <SelectField
        label={m.library_category()}
        error={faults.categoryId}
        value={categoryId}
        choices={[
          { value: '', text: m.library_category_none() },
          ...(isKnown || categoryId === '' ? [] : [{ value: categoryId, text: categoryId }]),
          ...categories,
        ]}
        onChange={(value) => change({ categoryId: value })}
      />
      {(['tags', 'versions'] as const).map((name) => (
        <LabelsField
          key={name}
          label={name === 'tags' ? m.library_tags() : m.library_versions()}
          add={name === 'tags' ? m.library_tag_add() : m.library_version_add()}
          labels={fields[name]}
          known={(labels?.[name] ?? []).map((one) => one.name)}
          fault={faultOf(faults, name, fields[name])}
          onChange={(changed) => change({ [name]: changed })}
        />
      ))}
      <Checkbox
        label={m.library_free_label()}
        checked={fields.free}
        onChange={(event) => change({ free: event.target.checked })}
      />
      <Facts>
        <Fact name={m.library_changed()}>
          {video.changedAt ? <time dateTime={video.changedAt}>{adminTime(video.changedAt)}</time> : null}
        </Fact>
        <Fact name={m.library_changed_by()}>
          {video.changedBy === 'desk' ? m.library_by_desk() : m.library_by_folder()}
        </Fact>
      </Facts>
    </div>
  )
}
