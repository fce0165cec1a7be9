import { Fragment } from 'react'
import { textBlocks } from '#messages/site-texts.ts'

/** A text of several paragraphs and lists; mail addresses in it can be clicked. */
export function RunningText({ text }: { text: string }) {
  return (
    <div className="running-text">
      {textBlocks(text).map((block) =>
        'paragraph' in block ? (
          <p key={block.paragraph}>{withMailLinks(block.paragraph)}</p>
        ) : (
          <ul key={block.items[0]}>
            {block.items.map((item) => (
              <li key={item}>{withMailLinks(item)}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

const mailAddress = /([\w.+-]+@[\w-]+(?:\.[\w-]+)*\w)/

function withMailLinks(text: string) {
  return text.split(mailAddress).map((part) =>
    mailAddress.test(part) ? (
      <a key={part} className="link" href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  )
}
