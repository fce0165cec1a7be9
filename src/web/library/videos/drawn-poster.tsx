import './drawn-poster.css'

/** In place of the poster of a film or series that has none: its title and its topic on a colour of the topic's own. */
export default function DrawnPoster({
  title,
  topic,
  topicId,
  className = '',
}: {
  title: string
  /** The name of its category, where that is known. */
  topic: string | undefined
  /** What has the same one has the same colour. */
  topicId: string
  className?: string | undefined
}) {
  return (
    <div aria-hidden className={`drawn-poster ${className}`} data-turn={turnOf(topicId)}>
      {topic ? <span className="drawn-poster-topic">{topic}</span> : null}
      <span className="drawn-poster-title">{title}</span>
    </div>
  )
}

/** Colours beside the hue of the site. */
const turns = 6

/** One of them for a topic, the same at each visit. */
function turnOf(topicId: string): number {
  let sum = 0
  for (const character of topicId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum % turns
}
