// npm run release: builds this checkout and writes dist/release/lectern-<version>.tar.gz with its SHA-256, for machines
// that neither build nor have the packages for it (decisions/150-releases-and-upgrades.md).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'
import { writeRelease } from './release-archive.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

if (git('status', '--porcelain') !== '') {
  console.error('The work tree has changes that are not committed: a release is made of a commit.')
  process.exitCode = 1
} else {
  prepare()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const committed = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
  const { file, sha256 } = await writeRelease({
    root,
    tracked: git('ls-files').split('\n'),
    version,
    time: committed,
    folder: join(root, 'dist/release'),
  })
  console.log(`${sha256}  ${file}`)
}
