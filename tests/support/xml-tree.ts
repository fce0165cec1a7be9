/** An element of XML: its name without prefix, its attributes, its elements, and all text in it. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** Reads XML that a program wrote: elements, attributes and text. Throws for anything that is not well-formed. */
export function readXml(xml: string): XmlElement {
  type Open = {
    name: string
    tag: string
    attributes: Record<string, string>
    children: XmlElement[]
    text: string
  }
  const outside: Open = { name: '', tag: '', attributes: {}, children: [], text: '' }
  const open = [outside]
  const rest = xml.replace(/^\s*<\?xml[^>]*\?>/, '')
  for (const [, close, tag = '', attributes = '', empty, text] of rest.matchAll(
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+|<)/g,
  )) {
    const last = open.at(-1) ?? outside
    if (text === '<') throw new Error('this is no XML')
    if (text !== undefined) last.text += unescaped(text)
    else if (close) {
      if (last.tag !== tag) throw new Error(`${tag} closes ${last.tag}`)
      open.pop()
      finish(open.at(-1) ?? outside, last)
    } else {
      const one: Open = {
        name: tag.replace(/^.*:/, ''),
        tag,
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      }
      if (empty) finish(last, one)
      else open.push(one)
    }
  }
  const [root, ...more] = outside.children
  if (!root || more.length > 0 || open.length > 1) throw new Error('this is no XML')
  return root

  function finish(parent: Open, { name, attributes, children, text }: Open): void {
    parent.children.push({ name, attributes, children, text: text.trim() })
  }
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replace(/&(\w+);/g, (all, name: string) => signs[name] ?? all)
}
