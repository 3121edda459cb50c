// Detects the effects of payloads in a page: scripts that ran, requests to their host, violations that only the policy
// stopped, and markup that should have been removed. It prevents nothing.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { allowPageError } from './test-app.ts'
import { canaryHost } from './xss-payloads.ts'

declare global {
  interface Window {
    canary?: unknown
  }
}

/**
 * What the browser reports about the inert document into which the sanitizer parses. It is never shown, so the reports
 * are harmless. Which violations it reports differs by version (styles and base in 150, handlers too in 156).
 * It also requests the subtitles of a video.
 */
const sanitizerReports = [
  /^(error: )?policy: \S+ \S+ \S+\/purify\.es-\S+ /,
  /^error: .* violates .*\(\S*\/purify\.es-\S*\)$/s,
  /^(error: )?policy: media-src https:\/\/canary\.example\/track /,
  /^error: Loading media from +'https:\/\/canary\.example\/track' violates /,
]

/** Allows the reports that the sanitizer's parsing causes. */
export function allowSanitizerReports(page: Page): void {
  for (const report of sanitizerReports) allowPageError(page, report)
}

/** The mark of the application beside the name of the company: the only image whose address is its content. */
const mark = readFileSync(new URL('../../public/mark.svg', import.meta.url), 'utf8').trim()
const markAddress = `data:image/svg+xml,${encodeURIComponent(mark)}`

/** Elements and attributes of stored text that would have an effect. */
function findSuspects(harmless: string): string[] {
  const acting =
    /^(script|iframe|frame|object|embed|base|meta|link|style|math|foreignobject|animate|set|use|xmp|plaintext)$/i
  const addresses = [
    'href',
    'src',
    'action',
    'formaction',
    'data',
    'poster',
    'background',
    'xlink:href',
    'srcset',
    'ping',
  ]
  const suspects: string[] = []
  for (const element of document.querySelectorAll('body *')) {
    if (acting.test(element.localName)) suspects.push(`<${element.localName}>`)
    for (const { name, value } of element.attributes) {
      const acts = /^(on|srcdoc|ping|is$)/i.test(name)
      const leads =
        addresses.includes(name) &&
        value !== harmless &&
        /^(javascript|vbscript|data|view-source|jar):/i.test(value.replaceAll(/[\s\x00-\x1f]/g, ''))
      const restyles = name === 'style' && /url\(|expression|binding|behavior|canary/i.test(value)
      if (acts || leads || restyles) suspects.push(`<${element.localName} ${name}="${value.slice(0, 80)}">`)
    }
  }
  return suspects
}

export class XssDetector {
  readonly ran: string[] = []
  readonly requested: string[] = []
  /** Effects that only the content security policy blocked: the sanitizer missed them. */
  readonly blocked: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    page.on('dialog', (dialog) => {
      this.ran.push(`${dialog.type()}: ${dialog.message()}`)
      void dialog.dismiss().catch(() => undefined)
    })
    page.on('console', (line) => {
      const text = line.text()
      if (text.startsWith('policy: ')) {
        if (!sanitizerReports.some((report) => report.test(text))) this.blocked.push(text)
      } else if (/canary/.test(text) && line.type() === 'log') this.ran.push(`console: ${text}`)
    })
    page.on('request', (request) => {
      if (new URL(request.url()).hostname === canaryHost) this.requested.push(request.url())
    })
    page.on('popup', (popup) => this.ran.push(`opened ${popup.url()}`))
  }

  /** The traces of a script in the current page. */
  async #traces(): Promise<string[]> {
    return this.#page.evaluate(() => {
      const traces: string[] = []
      if (typeof window.canary === 'number') traces.push(`window.canary is ${window.canary}`)
      if (document.title === 'canary') traces.push('the title was changed')
      return traces
    })
  }

  /**
   * Waits for a locator. If it never appears, effects of payloads are reported first, because they may be the cause.
   */
  async waitFor(shown: Locator): Promise<void> {
    await shown.waitFor({ timeout: 60_000 }).catch((error: unknown) => {
      const { ran, requested, blocked } = this
      assert.deepEqual(
        { ran, asked: requested, blocked },
        { ran: [], asked: [], blocked: [] },
        'payloads had an effect before the page was shown',
      )
      throw error
    })
  }

  /** Asserts that no payload had an effect so far, and that nothing on the screen could have one. */
  async assertNothingRan(what: string): Promise<void> {
    const ran = [...this.ran, ...(await this.#traces())]
    const suspects = await this.#page.evaluate(findSuspects, markAddress)
    const effects = { ran, asked: this.requested, blocked: this.blocked, suspects: suspects.slice(0, 20) }
    assert.deepEqual(effects, { ran: [], asked: [], blocked: [], suspects: [] }, what)
  }
}
