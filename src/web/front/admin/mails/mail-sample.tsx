import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { pathOf } from '#contract/call.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { adminMailSampleCalls } from '#contract/desk/mail-sample-calls.ts'
import { findPage } from '#contract/match-path.ts'
import { type Language, languages } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { loadOwnDocument } from '#web/platform/site/site-history.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import './mail-sample.css'

const languageNames = { en: m.language_en, de: m.language_de }

/** A mail as its recipients see it: subject, the formatted mail, and its text alone. */
export function MailSample({ mailKey, onBack }: { mailKey: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [language, setLanguage] = useState<Language>('en')
  const { data, error, isFetching, refetch } = useQuery(mailSampleQuery(mailKey, language))
  const { busy, refusal, send, dialog } = useDeskChange(adminMailSampleCalls.sendMailSample, {
    message: m.mail_samples_send_prompt(),
    done: m.mail_samples_sent,
  })
  useEffect(() => heading.current?.focus(), [])
  // only this page's own document may show a frame
  useEffect(() => {
    if (!isLoadedHere()) loadOwnDocument()
  }, [])
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} ref={heading} tabIndex={-1} lang={language} className="wrap-anywhere">
        {data?.subject ?? m.admin_loading()}
      </h2>
      <Choices
        label={m.mail_samples_language()}
        value={language}
        choices={languages.map((value) => ({ value, label: languageNames[value]() }))}
        onChange={setLanguage}
      />
      {error ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      <iframe
        key={language}
        title={m.mail_samples_formatted()}
        sandbox=""
        src={pathOf(adminMailSampleCalls.mailSampleHtml.path, { key: mailKey, language })}
        className="mail-sample"
      />
      <h3 className="text-sm font-medium">{m.mail_samples_text()}</h3>
      <pre lang={language} className="mail-sample-text">
        {data?.text}
      </pre>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={busy} onClick={() => send({ key: mailKey, language })}>
          {m.mail_samples_send()}
        </Button>
        <Button onClick={onBack}>{m.mail_samples_all()}</Button>
      </div>
      {dialog}
    </section>
  )
}

/** Whether this document was loaded for this page: only its Content-Security-Policy allows the frame. */
function isLoadedHere(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return !document || findPage(new URL(document.name).pathname, deskPages)?.name === 'adminMailSamples'
}

const mailSampleQuery = (key: string, language: Language) =>
  queryOptions({
    ...deskQuery(adminMailSampleCalls.mailSample, 'text', { params: { key, language } }),
  })
