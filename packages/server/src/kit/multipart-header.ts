// Parses the header of one part of a multipart/form-data body (RFC 7578): the field name, the file name if there is
// one, and the declared type. It is strict: an ambiguous header is rejected. Bytes arrive as Latin-1.

export interface PartHeader {
  readonly name: string
  /** Null when the part is a field. */
  readonly filename: string | null
  readonly type: string
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const PARAMETER = /[ \t]*;[ \t]*([A-Za-z*-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))/y

// The value of a quoted parameter. Only quotes and backslashes are escaped, so that a Windows path stays recognizable.
const unquote = (text: string): string => text.replaceAll(/\\(["\\])/g, '$1')

function decodeUtf8(bytes: string): string | null {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

// The part of RFC 5987 that clients use: UTF-8''percent-encoded.
function decodeExtended(text: string): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function readParameters(disposition: string): Map<string, string> | null {
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = 'form-data'.length
  while (PARAMETER.lastIndex < disposition.length) {
    const [, key = '', quoted, token = ''] = PARAMETER.exec(disposition) ?? []
    const name = key.toLowerCase()
    if (name === '' || parameters.has(name)) return null
    const value = name.endsWith('*')
      ? decodeExtended(token)
      : decodeUtf8(quoted === undefined ? token : unquote(quoted))
    if (value === null) return null
    parameters.set(name, value)
  }
  return parameters
}

export function readPartHeader(disposition: string, type: string): PartHeader | null {
  if (!/^form-data(?=[ \t]*;)/i.test(disposition)) return null
  const parameters = readParameters(disposition.trimEnd())
  const name = parameters?.get('name')
  if (parameters === null || name === undefined) return null
  return { name, filename: parameters.get('filename*') ?? parameters.get('filename') ?? null, type }
}
