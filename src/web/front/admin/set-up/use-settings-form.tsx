import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { ConflictDialog } from '#web/front/desk/conflict-dialog.tsx'
import { useEdited } from '#web/front/desk/use-edited.ts'
import { setUpQuery } from './set-up-query.ts'
import { useSaveSettings } from './use-save-settings.tsx'

/**
 * A form over saved settings. After a save by somebody else, `dialog` shows both versions, once the password prompt is closed.
 * @param form names the settings in `SetUpAtDesk`, and their version
 */
export function useSettingsForm<Form extends 'seller' | 'mail'>(
  form: Form,
  {
    of,
    setUp,
    labels,
    onSaved,
  }: {
    readonly of: Call
    readonly setUp: Pick<SetUpAtDesk, Form | 'versions'>
    readonly labels: Readonly<Record<keyof SetUpAtDesk[Form], () => string>>
    readonly onSaved?: () => void
  },
) {
  type Fields = SetUpAtDesk[Form]
  const client = useQueryClient()
  const stored = useMemo(() => storedOf(form, setUp), [form, setUp])
  const edited = useEdited(stored, ({ fields }) => fields)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const settings = useSaveSettings(of, labels, {
    onFaults: setFaults,
    onSaved: async () => {
      edited.goOn(storedOf(form, await client.fetchQuery(setUpQuery)))
      onSaved?.()
    },
    onConflict: async () => edited.setTheirs(storedOf(form, await client.fetchQuery(setUpQuery))),
  })
  // what goes with the settings, without being one
  const further = useRef<object>({})
  const send = (fields: Fields, version: number) =>
    settings.save({ [form]: fields, version, ...further.current })
  const dialog: ReactNode =
    edited.theirs && !settings.isAsking ? (
      <ConflictDialog
        edited={edited}
        names={labels}
        onMine={(theirs) => send({ ...theirs.fields, ...edited.changed }, theirs.version)}
      />
    ) : (
      settings.dialog
    )
  return {
    fields: edited.fields,
    change: edited.change,
    faults,
    busy: settings.busy,
    dialog,
    save: (more: object = {}) => {
      further.current = more
      send(edited.fields, edited.version)
    },
  }
}

function storedOf<Form extends 'seller' | 'mail'>(form: Form, setUp: Pick<SetUpAtDesk, Form | 'versions'>) {
  return { fields: setUp[form], version: setUp.versions[form] }
}
