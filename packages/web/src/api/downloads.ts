// Files that come from the server and go to where the browser keeps what people download. They are asked for through
// the session's door, which a plain link could not say.
import type { Download } from '@stint/sdk'

const urlLifetimeMs = 60_000

/** A file made in the page, under the name it should have on disk. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads it after this; a minute is enough for any disk.
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs)
}

/** A table for a spreadsheet, which takes it for UTF-8 only when it begins with this mark. */
export async function saveCsv(coming: Promise<Download>, name: string): Promise<void> {
  const download = await coming
  saveBlob(new Blob(['\uFEFF', await download.blob()], { type: 'text/csv' }), download.filename ?? name)
}

/** Brings the file and saves it under the server's name for it. */
export async function saveDownload(coming: Promise<Download>, name: string): Promise<void> {
  const download = await coming
  saveBlob(await download.blob(), download.filename ?? name)
}
