// Saves files from the server to the browser's download folder. They are fetched by the client, because a plain link
// cannot send the header of session requests.
import type { Download } from '@stint/sdk'

const urlLifetimeMs = 60_000

/** Saves a file that was created in the page, under the given name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads the data after the click, so the URL is revoked a minute later.
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs)
}

/** Saves the file under the name that the server gives it, or else under `name`. */
export async function saveDownload(coming: Promise<Download>, name: string): Promise<void> {
  const download = await coming
  saveBlob(await download.blob(), download.filename ?? name)
}
