import { useState } from 'react'
import type { CallReply } from '#contract/call.ts'
import { adminNoticeCalls } from '#contract/desk/notice-calls.ts'
import { type Announcement, type Audience, audiences } from '#domain/notices.ts'
import { placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useConfig } from '#web/platform/site/site.ts'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { NoticeFrame } from './notice-frame.tsx'
import { NoticePeriod } from './notice-period.tsx'

export type NoticesAtDesk = CallReply<typeof adminNoticeCalls.noticesAtDesk>['body']

const empty: Announcement = { text: { en: '', de: '' }, link: '', audience: 'everybody', from: '', until: '' }

const audienceNames: Readonly<Record<Audience, () => string>> = {
  everybody: m.notices_everybody,
  visitors: m.notices_visitors,
  customers: m.notices_customers,
}

const texts = [
  { language: 'en', label: m.notices_text_en },
  { language: 'de', label: m.notices_text_de },
] as const

/** The text above every page: for whom, from when and until when. */
export function AnnouncementForm({ notices }: { notices: NoticesAtDesk }) {
  const { announcement, announcementState } = notices
  const { sellerZone } = useConfig()
  const [draft, setDraft] = useState<Announcement>(announcement ?? empty)
  const change = (changed: Partial<Announcement>) => setDraft((before) => ({ ...before, ...changed }))
  const show = useDeskChange(adminNoticeCalls.saveAnnouncement, {
    message: m.notices_save_announcement_prompt(),
    fields: ['en', 'de', 'link', 'from', 'until'],
    done: m.notices_saved,
  })
  const remove = useDeskChange(adminNoticeCalls.saveAnnouncement, {
    message: m.notices_remove_announcement_prompt(),
    done: m.notices_removed,
  })
  const { faults } = show
  return (
    <NoticeFrame
      id="announcement"
      title={m.notices_announcement()}
      lead={m.notices_announcement_lead()}
      state={stateOf(announcementState, announcement?.from)}
      show={show}
      remove={remove}
      onShow={() => show.send({ announcement: draft })}
      onRemove={announcement ? () => remove.send({ announcement: null }) : undefined}
    >
      <Texts text={draft.text} faults={faults} onChange={(text) => change({ text })} />
      <Field
        label={m.notices_link()}
        optional={m.notices_optional()}
        hint={m.notices_link_hint()}
        maxLength={500}
        autoComplete="off"
        value={draft.link}
        error={faults.link}
        onChange={({ target }) => change({ link: target.value.trim() })}
      />
      <Choices
        label={m.notices_audience()}
        value={draft.audience}
        choices={audiences.map((value) => ({ value, label: audienceNames[value]() }))}
        onChange={(audience) => change({ audience })}
      />
      <NoticePeriod
        period={draft}
        faults={faults}
        optional={m.notices_optional()}
        hint={m.notices_zone({ place: placeOfZone(sellerZone) })}
        onChange={change}
      />
    </NoticeFrame>
  )
}

type TextsProps = {
  text: Announcement['text']
  faults: Faults
  onChange: (text: Announcement['text']) => void
}

function Texts({ text, faults, onChange }: TextsProps) {
  return texts.map(({ language, label }) => (
    <TextArea
      key={language}
      label={label()}
      lang={language}
      rows={2}
      maxLength={300}
      value={text[language]}
      error={faults[language]}
      // one line: pasted line breaks become spaces
      onChange={({ target }) => onChange({ ...text, [language]: target.value.replaceAll(/\s*\n\s*/g, ' ') })}
    />
  ))
}

function stateOf(state: NoticesAtDesk['announcementState'], from = ''): string {
  if (state === null) return m.notices_state_none()
  if (state === 'coming') return m.notices_state_coming({ at: from.replace('T', ' ') })
  return state === 'now' ? m.notices_state_now() : m.notices_state_over()
}
