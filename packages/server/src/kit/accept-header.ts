// Chooses the response format from the Accept header (decision 3). It knows only JSON and XML, and whether another type
// is preferred to both. It never reads the request's Content-Type and never throws: an unreadable part of the header
// counts as absent.

export type Format = 'json' | 'xml'

const JSON_TYPE = 'application/json'
const XML_TYPES = ['application/xml', 'text/xml']

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const RANGE = new RegExp(`^(?:(${TOKEN})/(${TOKEN})|\\*)$`)
// Looser than the standard: also ".2" and more than three digits, which old Java and PHP programs send.
const QUALITY = /^(?:0(?:\.[0-9]*)?|\.[0-9]+|1(?:\.0*)?)$/

const MAX_CACHED = 200
const MAX_CACHED_LENGTH = 1024
const formatCache = new Map<string, Format | null>()

// The format, or null when the header accepts neither.
export function chooseFormat(accept: string | undefined): Format | null {
  if (accept === undefined) return 'xml'
  const cached = formatCache.get(accept)
  if (cached !== undefined) return cached
  const chosen = accept.trim() === '' ? 'xml' : chooseByQuality(readRanges(accept))
  if (accept.length <= MAX_CACHED_LENGTH) cacheFormat(accept, chosen)
  return chosen
}

// True when the header names the type or its family and prefers it to JSON and XML. A wildcard for everything does not
// count: a program that sends it expects a record.
export function prefersType(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false
  const ranges = readRanges(accept)
  const quality = ranges.get(type) ?? ranges.get(familyOf(type)) ?? 0
  return quality > Math.max(jsonQuality(ranges), xmlQuality(ranges))
}

// The oldest entry is dropped first. Programs send few different headers, and many different ones from one client must
// not fill the memory.
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
  // A browser prefers XML only because it can display it; people read JSON more easily.
  const isBrowser = (ranges.get('text/html') ?? 0) > 0
  if (json > 0 && isBrowser) return 'json'
  if (json !== xml) return json > xml ? 'json' : 'xml'
  return ranges.has(JSON_TYPE) || explicitXmlQuality(ranges) === undefined ? 'json' : 'xml'
}

const jsonQuality = (ranges: Ranges): number => ranges.get(JSON_TYPE) ?? qualityByWildcard(ranges, JSON_TYPE)

const xmlQuality = (ranges: Ranges): number =>
  explicitXmlQuality(ranges) ?? Math.max(...XML_TYPES.map((type) => qualityByWildcard(ranges, type)))

// Both names mean XML, so a wildcard that matches one name does not override q=0 for the other.
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
    const parsed = readRange(item)
    if (parsed !== null) ranges.set(parsed.range, Math.max(parsed.quality, ranges.get(parsed.range) ?? 0))
  }
  return ranges
}

// One item such as "text/xml; charset=utf-8; q=0.5", or null when it is invalid. Java sends a single *.
function readRange(item: string): { range: string; quality: number } | null {
  const [type = '', ...parameters] = splitOutsideQuotes(item, ';').map((part) => part.trim())
  const match = RANGE.exec(type)
  if (match === null) return null
  const [, major = '*', minor = '*'] = match
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

function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (character === '\\' && quoted) at += 1
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
