import type { Generated } from 'kysely'

/** Tables of uploads. */
export type UploadTables = { upload: UploadTable }

type UploadTable = {
  id: string
  user_id: string
  purpose: 'film'
  video_id: string
  name: string
  length: number
  modified_at: Date
  digest: string
  received: Generated<number>
  state: Generated<'receiving' | 'complete'>
  created_at: Date
  touched_at: Date
  completed_at: Date | null
  lease: string | null
  lease_until: Date | null
}
