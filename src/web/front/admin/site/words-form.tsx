import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CallReply } from '#contract/call.ts'
import { adminWordCalls, type DeskWords } from '#contract/desk/word-calls.ts'
import type { TextName } from '#contract/site/site.ts'
import { type Language, languages } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { ConflictDialog } from '#web/front/desk/conflict-dialog.tsx'
import { useDeskDraft } from '#web/front/desk/fields/use-rested.ts'
import { SaveBar } from '#web/front/desk/save-bar.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useEdited } from '#web/front/desk/use-edited.ts'
import { Tabs } from '#web/platform/ui/tabs.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { DocumentSource } from './document-source.tsx'
import { DocumentVersions } from './document-versions.tsx'
import { pageWordsQuery, sourceNames } from './word-queries.ts'
import { WordsPreview } from './words-preview.tsx'

const languageNames: Readonly<Record<Language, () => string>> = { en: m.words_english, de: m.words_german }

/** The editor of a page's text, with a preview, and its former versions. */
export function WordsForm({ page, words }: { page: TextName; words: DeskWords }) {
  const client = useQueryClient()
  const [language, setLanguage] = useState<Language>('en')
  const top = useRef<HTMLDivElement>(null)
  // the digest is never typed: it is of the files that the form began with
  const edited = useEdited(words, ({ texts, fileDigest }) => ({ ...texts, fileDigest }))
  const { fields, version, isDirty, change, goOn } = edited
  const newest = () => client.fetchQuery(pageWordsQuery(page))
  const save = useDeskChange(adminWordCalls.saveWords, {
    message: m.words_prompt(),
    params: { page },
    fields: ['en', 'de'],
    onConflict: async () => edited.setTheirs(await newest()),
    done: m.words_saved,
    onDone: async () => goOn(await newest()),
  })
  const texts = { en: fields.en, de: fields.de }
  const draft = useDeskDraft(adminWordCalls.draftWords, 'versions[]', { params: { page }, body: texts }).data
  const body = { texts, version, fileDigest: edited.base.fileDigest }
  const take = (texts: DeskWords['texts'] | null) =>
    save.send({ texts, version: words.version, fileDigest: words.fileDigest })
  return (
    <div ref={top} tabIndex={-1} className="words-desk">
      <DocumentSource
        text={sourceNames[words.source]()}
        fileChanged={words.fileChanged}
        busy={save.busy}
        onDesk={() => take(words.texts)}
        onFile={() => take(null)}
      />
      <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6" onSubmit={save.submit(body)}>
        <Tabs
          label={m.words_languages()}
          value={language}
          onChange={setLanguage}
          tabs={languages.map((of) => ({
            value: of,
            label: languageNames[of](),
            content: <Parts of={of} {...{ draft, fields, change }} fault={save.faults[of]} />,
          }))}
        />
        <SaveBar isDirty={isDirty} busy={save.busy} refusal={save.refusal} onDiscard={() => goOn(words)} />
      </form>
      <DocumentVersions
        versions={words.versions.map((one) => ({ ...one, isFile: one.texts === null }))}
        onRestore={({ texts }) => {
          if (texts === null) take(null)
          else {
            change(texts)
            top.current?.focus()
          }
        }}
      />
      <ConflictDialog edited={edited} names={languageNames} />
      {save.dialog}
    </div>
  )
}

type PartsProps = {
  of: Language
  draft: CallReply<typeof adminWordCalls.draftWords>['body'] | undefined
  fields: DeskWords['texts']
  fault: string | undefined
  change: (texts: Partial<DeskWords['texts']>) => void
}

/** The text in a language, and how it will look. */
function Parts({ of, draft, fields, fault, change }: PartsProps) {
  const mistakes = draft?.mistakes[of].map(({ line, sentence }) => `${line}: ${sentence}`).join('\n')
  return (
    <div className="words-parts">
      <TextArea
        label={m.words_markdown()}
        hint={m.words_hint()}
        lang={of}
        rows={24}
        maxLength={60_000}
        value={fields[of]}
        error={mistakes || fault}
        onChange={({ target }) => change({ [of]: target.value })}
      />
      <WordsPreview version={draft?.versions.find((one) => one.language === of)} />
    </div>
  )
}
