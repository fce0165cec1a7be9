import { bearerKey, byteSize, line, oneOf, serviceAddress, wholeNumber, yesOrNo } from './setting-values.ts'

/** The part of the settings about kept backups, and about films: how they are sent, taken and looked at. */
export const mediaSettings = {
  BACKUP_KEEP: {
    doc: 'How many backups stay in BACKUP_DIR when one is added: the newest, and always the last verified one ([operate.md](operate.md#back-up)). Without it, all stay.',
    parse: wholeNumber(1, 1_000),
  },
  BACKUP_MEDIA: {
    doc: 'Where `backup keep` puts media: `inside` each backup, or once for all of them `beside` them, in the folder `media` of BACKUP_DIR, so that a backup adds new media only ([operate.md](operate.md#back-up)).',
    parse: oneOf('inside', 'beside'),
    default: 'inside',
  },
  LIBRARY: {
    doc: 'Who changes the library: the `desk` in the browser as well as imports of a folder ([catalogue.md](catalogue.md)), or the `folder` alone; the desk then only shows it.',
    parse: oneOf('desk', 'folder'),
    default: 'desk',
  },
  S3_ENDPOINT: {
    doc: 'Address of the S3 storage, such as `https://fsn1.your-objectstorage.com`; the bucket is added as its path.',
    parse: serviceAddress,
  },
  S3_REGION: {
    doc: 'Region that requests to the S3 storage are signed for.',
    parse: bearerKey,
    default: 'us-east-1',
  },
  S3_ACCESS_KEY_ID: {
    doc: 'Id of the access key of the S3 storage. It needs to read, write, delete and list below the prefix alone.',
    parse: bearerKey,
  },
  S3_SECRET_ACCESS_KEY: {
    doc: 'The secret of that access key.',
    parse: bearerKey,
  },
  MEDIA_DELIVERY: {
    doc: 'Who sends films in S3: the `site`, or the storage itself by `redirect` to addresses that are valid for a minute ([operate.md](operate.md#films-sent-by-the-storage)).',
    parse: oneOf('site', 'redirect'),
    default: 'site',
  },
  MEDIA_ACCEL: {
    doc: '`nginx` lets the proxy in front send the films (X-Accel-Redirect); with media in a folder only.',
    parse: oneOf('nginx'),
  },
  UPLOAD_MAX: {
    doc: 'Size of the largest file that the admin can upload, such as `20 GB` or `500 MB`. Beside it, uploads leave 5 GB of the disk free, or a tenth of a smaller one.',
    parse: byteSize,
    default: '20 GB',
    demoDefault: '200 MB',
  },
  FFMPEG: {
    doc: 'The program ffmpeg, with ffprobe beside it: it makes of uploaded films what every browser plays ([library.md](library.md#what-happens-to-a-film)), and takes the small pictures at the time line of films that come without them ([catalogue.md](catalogue.md#storyboards)). Without such a program, or with `none`, these films have no pictures there.',
    parse: line,
    default: 'ffmpeg',
  },
  PROCESSING_JOBS: {
    doc: 'How many uploaded films this process converts at a time. `0`: none, because workers do it ([operate.md](operate.md#a-worker-for-films)).',
    parse: wholeNumber(0, 16),
    default: '1',
  },
  KEEP_ORIGINALS: {
    doc: '`1` keeps each uploaded film as it came, below `originals` in the media folder. They are not part of backups, and the site never deletes them.',
    parse: yesOrNo,
    default: '0',
  },
  TRANSCRIBER_URL: {
    doc: 'A server that writes captions of videos: the address before `/v1/audio/transcriptions`, which faster-whisper (Speaches), whisper.cpp, LocalAI and hosted services answer ([library.md](library.md#captions-by-machine)). The sound of videos is sent there. Without it, the desk does not offer captions by machine.',
    parse: serviceAddress,
  },
  TRANSCRIBER_MODEL: {
    doc: 'The model that the transcription server is asked for, if it has several.',
    parse: line,
    default: '',
  },
  TRANSCRIBER_KEY: {
    doc: 'The key of the transcription server, if it wants one.',
    parse: bearerKey,
  },
}
