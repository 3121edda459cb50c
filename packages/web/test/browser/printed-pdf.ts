// Prints a page of the application to PDF and reads its text and colours. It does not check the layout.
import type { Page } from 'playwright-core'

interface TextItem {
  readonly str: string
}

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly (TextItem | object)[] }>
  getOperatorList(): Promise<{ readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] }>
}

interface PdfFile {
  readonly numPages: number
  getPage(number: number): Promise<PdfPage>
}

interface PdfReader {
  getDocument(source: object): { readonly promise: Promise<PdfFile>; destroy(): Promise<void> }
  readonly OPS: Readonly<Record<'setFillRGBColor' | 'showText', number>>
}

export interface PrintedPdf {
  /** The words of each page. */
  readonly pages: readonly string[]
  /** All words, with one blank between them. */
  readonly text: string
  /** The colours words are printed in, such as #1b211e. */
  readonly textColors: ReadonlySet<string>
}

const packageName: string = 'pdfjs-dist/legacy/build/pdf.mjs'

async function textColorsOf(page: PdfPage, { OPS }: PdfReader): Promise<string[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const inks: string[] = []
  let ink = '#000000'
  fnArray.forEach((step, at) => {
    const [given] = (argsArray[at] ?? []) as unknown[]
    if (step === OPS.setFillRGBColor) ink = String(given)
    if (step === OPS.showText) inks.push(ink)
  })
  return inks
}

/** Prints the page as it is; backgrounds too, so that a dark one would be seen. */
export async function printToPdf(page: Page): Promise<PrintedPdf> {
  const bytes = await page.pdf({ preferCSSPageSize: true, format: 'A4', printBackground: true })
  const reading = (await import(packageName)) as PdfReader
  const task = reading.getDocument({ data: new Uint8Array(bytes), verbosity: 0, isEvalSupported: false })
  const file = await task.promise
  const pages: string[] = []
  const textColors = new Set<string>()
  for (let number = 1; number <= file.numPages; number += 1) {
    const sheet = await file.getPage(number)
    const { items } = await sheet.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    for (const ink of await textColorsOf(sheet, reading)) textColors.add(ink)
  }
  await task.destroy()
  return { pages, text: pages.join(' ').replaceAll(/\s+/g, ' '), textColors }
}
