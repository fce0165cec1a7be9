/**
 * Returns a film whose tracks are said to be in another file: each data reference of a MOV or MP4 with its index at the
 * end becomes an alias of QuickTime (QuickTime File Format, "Data Reference Atoms") with an absolute path.
 */
export function referringTo(path: string, film: Buffer): Buffer {
  let made = film
  for (let at = made.indexOf('dref'); at > 0; at = made.indexOf('dref', at + 4)) {
    const entry = at + 12
    const alias = aliasOf(path)
    const grown = alias.length - made.readUInt32BE(entry)
    made = Buffer.concat([made.subarray(0, entry), alias, made.subarray(entry + made.readUInt32BE(entry))])
    for (const name of ['dref', 'dinf', 'minf', 'mdia', 'trak', 'moov']) {
      const size = made.lastIndexOf(name, at) - 4
      made.writeUInt32BE(made.readUInt32BE(size) + grown, size)
    }
  }
  return made
}

function aliasOf(path: string): Buffer {
  const text = Buffer.from(path)
  const padded = Buffer.concat([text, Buffer.alloc(text.length % 2)])
  const absolutePath = Buffer.concat([short(2), short(text.length), padded])
  const ending = Buffer.concat([short(0xffff), short(0)])
  // name of the volume and of the file are empty
  const head = Buffer.alloc(10 + 1 + 27 + 12 + 1 + 63 + 16 + 4 + 16)
  const body = Buffer.concat([Buffer.alloc(4), head, absolutePath, ending])
  const box = Buffer.alloc(8)
  box.writeUInt32BE(body.length + 8, 0)
  box.write('alis', 4)
  return Buffer.concat([box, body])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
