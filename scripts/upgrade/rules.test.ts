import { expect, test } from 'vitest'
import { compareVersions, incompatibleSince, refusalOf } from './rules.ts'

test.each([
  ['0.2.0', '0.2.0', 0],
  ['0.10.0', '0.9.9', 1],
  ['1.0.0', '0.99.0', 1],
  ['0.2.1', '0.2.10', -1],
  ['1.0.0-rc.1', '1.0.0', -1],
  ['1.0.0', '1.0.0-rc.1', 1],
  ['1.0.0-rc.10', '1.0.0-rc.9', 1],
  ['1.0.0-rc.1', '0.9.0', 1],
])('%s compared with %s', (first, second, sign) => {
  expect(Math.sign(compareVersions(first, second))).toBe(sign)
})

test.each([
  ['a newer one', { name: 'lectern', version: '0.3.0' }, undefined],
  ['the same one', { name: 'lectern', version: '0.2.0' }, undefined],
  ['an older one', { name: 'lectern', version: '0.1.9' }, /older than the running 0\.2\.0.*--back/],
  ['a preview of the same', { name: 'lectern', version: '0.2.0-rc.1' }, /older/],
  ['another program', { name: 'other', version: '9.0.0' }, /no release/],
  ['none', {}, /no release/],
  ['a version that is a path', { name: 'lectern', version: '1.0.0-../../etc' }, /Semantic/],
])('%s', (_, offered, refused) => {
  if (refused) expect(refusalOf(offered, '0.2.0')).toMatch(refused)
  else expect(refusalOf(offered, '0.2.0')).toBeUndefined()
})

const known = {
  '0001-a.sql': 'create table a ();',
  '0002-b.sql': '-- compatible: adds b\ncreate table b ();',
}
test.each([
  ['none', {}, []],
  ['only compatible ones', { '0003-c.sql': '-- compatible: adds c\n' }, []],
  ['the word elsewhere', { '0003-c.sql': 'select 1; -- compatible: no' }, ['0003-c.sql']],
  ['one of several', { '0004-d.sql': 'drop table a;', '0003-c.sql': '-- compatible: c' }, ['0004-d.sql']],
])('migrations since: %s', (_, since, incompatible) => {
  expect(incompatibleSince(known, { ...known, ...since })).toEqual(incompatible)
})
