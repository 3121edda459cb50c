// Chooses the format of an answer from the Accept header (decision 3). It deliberately knows only the two formats the
// server prints, and whether a stored file is liked better than both; it never looks at the request's Content-Type. It
// never throws: what it cannot read in a header counts as absent.

export type Format = 'json' | 'xml'

const JSON_TYPE = 'application/json'
const XML_TYPES = ['application/xml', 'text/xml']

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const RANGE = new RegExp(`^(?:(${TOKEN})/(${TOKEN})|\\*)$`)
// Looser than the standard by ".2" and by more than three digits, which old Java and PHP programs send.
const QUALITY = /^(?:0(?:\.[0-9]*)?|\.[0-9]+|1(?:\.0*)?)$/

const MAX_CACHED = 200
const MAX_CACHED_LENGTH = 1024
const formatCache = new Map<string, Format | null>()

// The format, or null when the header admits nothing we can make.
export function chooseFormat(accept: string | undefined): Format | null {
  if (accept === undefined) return 'xml'
  const known = formatCache.get(accept)
  if (known !== undefined) return known
  const chosen = accept.trim() === '' ? 'xml' : chooseByQuality(readRanges(accept))
  if (accept.length <= MAX_CACHED_LENGTH) cacheFormat(accept, chosen)
  return chosen
}

// True when the header names a type, or its family, and wants it more than either format. That everything is welcome
// does not name it: a program that says so expects a record.
export function prefersType(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false
  const ranges = readRanges(accept)
  const wanted = ranges.get(type) ?? ranges.get(familyOf(type)) ?? 0
  return wanted > Math.max(jsonQuality(ranges), xmlQuality(ranges))
}

// The oldest is forgotten first: programs send few different headers, and a stranger's many must not grow us.
function cacheFormat(accept: string, chosen: Format | null): void {
  if (formatCache.size >= MAX_CACHED) {
    const [oldest] = formatCache.keys()
    if (oldest !== undefined) formatCache.delete(oldest)
  }
  formatCache.set(accept, chosen)
}

type Ranges = ReadonlyMap<string, number>

function chooseByQuality(ranges: Ranges): Format | null {
  const json = jsonQuality(ranges)
  const xml = xmlQuality(ranges)
  if (json === 0 && xml === 0) return null
  // A browser ranks XML above everything else only because it can draw it; people read JSON better.
  const isBrowser = (ranges.get('text/html') ?? 0) > 0
  if (json > 0 && isBrowser) return 'json'
  if (json !== xml) return json > xml ? 'json' : 'xml'
  return ranges.has(JSON_TYPE) || explicitXmlQuality(ranges) === undefined ? 'json' : 'xml'
}

const jsonQuality = (ranges: Ranges): number => ranges.get(JSON_TYPE) ?? qualityByWildcard(ranges, JSON_TYPE)

const xmlQuality = (ranges: Ranges): number =>
  explicitXmlQuality(ranges) ?? Math.max(...XML_TYPES.map((type) => qualityByWildcard(ranges, type)))

// Either name stands for XML, so a name with q=0 is not undone by a wildcard that matches the other.
function explicitXmlQuality(ranges: Ranges): number | undefined {
  const named = XML_TYPES.map((type) => ranges.get(type)).filter((quality) => quality !== undefined)
  return named.length === 0 ? undefined : Math.max(...named)
}

const familyOf = (type: string): string => `${type.slice(0, type.indexOf('/'))}/*`

function qualityByWildcard(ranges: Ranges, type: string): number {
  return ranges.get(familyOf(type)) ?? ranges.get('*/*') ?? 0
}

function readRanges(accept: string): Ranges {
  const ranges = new Map<string, number>()
  for (const item of splitOutsideQuotes(accept, ',')) {
    const read = readRange(item)
    if (read !== null) ranges.set(read.range, Math.max(read.quality, ranges.get(read.range) ?? 0))
  }
  return ranges
}

// One item such as "text/xml; charset=utf-8; q=0.5", or null when it cannot be read. A lone * is what Java sends.
function readRange(item: string): { range: string; quality: number } | null {
  const [type = '', ...parameters] = splitOutsideQuotes(item, ';').map((part) => part.trim())
  const found = RANGE.exec(type)
  if (found === null) return null
  const [, major = '*', minor = '*'] = found
  if (major === '*' && minor !== '*') return null
  let quality = 1
  for (const parameter of parameters) {
    const weight = /^q[ \t]*=[ \t]*(.*)$/i.exec(parameter)?.[1]
    if (weight === undefined) continue
    if (!QUALITY.test(weight)) return null
    quality = Number(weight)
  }
  return { range: `${major}/${minor}`.toLowerCase(), quality }
}

function splitOutsideQuotes(text: string, mark: string): string[] {
  if (!text.includes('"')) return text.split(mark)
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (character === '\\' && quoted) at += 1
    else if (character === mark && !quoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
