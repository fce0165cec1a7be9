import { byteSize, line, oneOf } from './setting-values.ts'

/** The part of the settings about films: how they are sent, taken and looked at. */
export const mediaSettings = {
  LIBRARY: {
    doc: 'Who changes the library: the `desk` in the browser as well as imports of a folder ([catalogue.md](catalogue.md)), or the `folder` alone; the desk then only shows it.',
    parse: oneOf('desk', 'folder'),
    default: 'desk',
  },
  MEDIA_ACCEL: {
    doc: '`nginx` lets the proxy in front send the films (X-Accel-Redirect).',
    parse: oneOf('nginx'),
  },
  UPLOAD_MAX: {
    doc: 'Size of the largest file that the admin can upload, such as `20 GB` or `500 MB`. Beside it, uploads leave 5 GB of the disk free, or a tenth of a smaller one.',
    parse: byteSize,
    default: '20 GB',
    demoDefault: '200 MB',
  },
  FFMPEG: {
    doc: 'The program ffmpeg, which takes the small pictures at the time line of films that come without them ([catalogue.md](catalogue.md#storyboards)). Without such a program, or with `none`, these films have no pictures there.',
    parse: line,
    default: 'ffmpeg',
  },
}
