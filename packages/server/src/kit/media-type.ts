// The media type that a stored file is sent with. Only types that no browser executes are used; everything else is
// octet-stream (T-34). The type declared by the sender counts first, then the file extension. The bytes are never read.

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

// `declared` is the sender's type with its parameters. Many programs declare only octet-stream.
export function safeMediaType(declared: string, filename: string): string {
  const media = (declared.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (safeTypes.has(media)) return media
  if (media !== '' && media !== octetStream) return octetStream
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(typeByExtension, extension) ? (typeByExtension[extension] ?? octetStream) : octetStream
}

export const isImage = (type: string): boolean => type.startsWith('image/')
