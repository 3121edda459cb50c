// Hostile requests, drawn from the definitions with a seed: wrong types, names that objects inherit, control
// characters, mixed formats, deep JSON, broken forms and headers, wrong methods, ids of another account. The same seed
// gives the same requests. It sends nothing.
import { resources } from '../src/resources/all.ts'
import { inheritedNames } from '../test/fixture/inherited-names.ts'
import type { Random } from '../test/fixture/random.ts'
import { type Json, multipartBoundary } from '../test/fixture/request-parts.ts'

export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

const names = [...resources.keys()]

const texts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  "'; drop table client; --",
  '" or ""="',
  '%00%0d%0aX-Injected: 1',
  '../../../../etc/passwd',
  '{{7*7}}<%= 7*7 %>',
  '\u202egnp.exe',
  'a\u0301\u0327',
  '👩‍👩‍👧‍👦',
  '=cmd|calc',
  'ſtint İ ẞ',
  '&lt;b&gt; & "quotes"',
  ']]><!--',
  ...inheritedNames,
]

/** Characters that no text may have. */
const forbidden = ['\u0000', '\u0001', '\u000b', '\ud800', '\uffff']

const numbers = [-1, 0, 1.5, 1e308, 2 ** 53, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER]
const dates = ['2026-02-30', '0000-00-00', '99999-01-01', '2026-13-01 25:61:61', 'now']
const methods = ['GET', 'GET', 'POST', 'POST', 'PUT', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND']
const types = [
  'application/json',
  'application/json',
  'application/xml',
  'text/plain',
  'application/x-www-form-urlencoded',
  `multipart/form-data; boundary=${multipartBoundary}`,
  'multipart/form-data',
  'application/json; charset=utf-16',
  '*/*',
]
const accepted = ['application/json', 'application/json', 'application/xml', 'application/xml', '*/*', 'text/html', 'x']
const headerNames = [
  'if-match',
  'if-none-match',
  'range',
  'idempotency-key',
  'x-forwarded-for',
  'accept-encoding',
  'origin',
]

/** A text that may be stored. */
export const storableText = (random: Random): string => `${random.pick(texts)} ${random.text(texts, 6)}`.slice(0, 200)

export class HostileRequests {
  readonly #random: Random
  readonly #foreignIds: readonly number[]

  constructor(random: Random, foreignIds: readonly number[]) {
    this.#random = random
    this.#foreignIds = foreignIds
  }

  next(): HostileRequest {
    const random = this.#random
    const method = random.pick(methods)
    const resource = random.pick(names)
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
    const headers: Record<string, string> = {
      accept: random.pick(accepted),
    }
    if (random.below(4) === 0) headers[random.pick(headerNames)] = this.#headerText()
    if (!hasBody) return { method, path: this.#path(resource), headers }
    headers['content-type'] = random.pick(types)
    return { method, path: this.#path(resource), headers, body: this.#body(resource) }
  }

  #headerText(): string {
    return this.#random.pick([
      '*',
      'W/"x"',
      '"',
      'bytes=9-1',
      'bytes=0-,-1',
      'a'.repeat(300),
      '127.0.0.1',
      '::',
      'gzip;q=x',
    ])
  }

  #id(): string {
    const random = this.#random
    if (random.below(2) === 0) return String(random.pick(this.#foreignIds))
    return random.pick(['1', '0', '-1', '9'.repeat(30), '1.5', '%00', '..', '__proto__', '1,2', '%F0%28', '1%2F2', ' '])
  }

  #path(resource: string): string {
    const random = this.#random
    const id = encodeURI(this.#id())
    const action = random.pick(['duplicate', 'download', 'pdf', 'accept', 'apply', 'issue', 'constructor'])
    switch (random.below(8)) {
      case 0:
        return `/${random.pick([...inheritedNames, '', '..%2f', 'app/api', 'TASK'])}/`
      case 1:
      case 2:
        return `/${resource}/${id}/`
      case 3:
        return `/${resource}/${id}/${action}/`
      case 4:
      case 5:
        return `/${resource}/?${this.#query(resource)}`
      default:
        return `/${resource}/`
    }
  }

  #query(resource: string): string {
    const random = this.#random
    const filters = Object.keys(resources.get(resource)?.filters ?? {})
    const parameters = ['limit=5']
    for (let count = random.below(4); count > 0; count--) {
      const name = random.pick([...filters, 'sortfield', 'sortdir', 'offset', 'q', 'may', ...inheritedNames])
      const value = random.pick([String(random.pick(this.#foreignIds)), ...texts, ...dates, ...numbers.map(String)])
      parameters.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    }
    return parameters.join('&')
  }

  #value(depth: number): Json {
    const random = this.#random
    switch (random.below(depth > 3 ? 6 : 8)) {
      case 0:
        return random.pick(numbers)
      case 1:
        return random.pick([null, true, '', 't', [], {}])
      case 2:
        return random.pick(dates)
      case 3:
        return random.pick(this.#foreignIds)
      case 4:
        return `${storableText(random)}${random.below(3) === 0 ? random.pick(forbidden) : ''}`
      case 5:
        return random.below(200) === 0 ? 'x'.repeat(300_000) : '9'.repeat(random.below(400))
      case 6:
        return [this.#value(depth + 1), this.#value(depth + 1)]
      default:
        return { [random.pick(inheritedNames)]: this.#value(depth + 1) }
    }
  }

  #body(resource: string): string {
    const random = this.#random
    const fields = Object.keys(resources.get(resource)?.fields ?? {})
    const pairs = Array.from({ length: 1 + random.below(6) }, (): [string, Json] => [
      random.below(6) === 0 ? random.pick(inheritedNames) : random.pick(fields),
      this.#value(0),
    ])
    const json = `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
    switch (random.below(10)) {
      case 0:
        return `${'['.repeat(5000)}${']'.repeat(5000)}`
      case 1:
        return json.slice(0, random.below(json.length))
      case 2:
        return `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><${resource}><name>&b;</name></${resource}>`
      case 3:
        return `<${resource}>${pairs.map(([name, value]) => `<${name}>${JSON.stringify(value)}</${name}>`).join('')}</${resource}>`
      case 4:
        return `--${multipartBoundary}\r\nContent-Disposition: form-data; name="${random.pick(fields)}"\r\n\r\n${storableText(random)}`
      default:
        return json
    }
  }
}
