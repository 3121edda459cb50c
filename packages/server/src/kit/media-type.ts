// Which type a stored file is sent as. Only types that no browser runs are told; everything else, also what a browser would
// execute as a page, is bytes (T-34). The sender's word counts, then the name's ending; the bytes are never looked at.

export const octetStream = 'application/octet-stream'

const officePrefix = 'application/vnd.openxmlformats-officedocument'
const openDocumentPrefix = 'application/vnd.oasis.opendocument'

const typeByExtension: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
  gz: 'application/gzip',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: `${officePrefix}.wordprocessingml.document`,
  xlsx: `${officePrefix}.spreadsheetml.sheet`,
  pptx: `${officePrefix}.presentationml.presentation`,
  odt: `${openDocumentPrefix}.text`,
  ods: `${openDocumentPrefix}.spreadsheet`,
  odp: `${openDocumentPrefix}.presentation`,
}

const safeTypes = new Set(Object.values(typeByExtension))

// `declared` is what the sender calls the file, parameters and all; many programs say only that it is bytes.
export function safeMediaType(declared: string, filename: string): string {
  const media = (declared.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (safeTypes.has(media)) return media
  if (media !== '' && media !== octetStream) return octetStream
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(typeByExtension, ending) ? (typeByExtension[ending] ?? octetStream) : octetStream
}

export const isImage = (type: string): boolean => type.startsWith('image/')
