// Requests until they become tasks, with files and comments of clients, and documents: upload, versions, preview, and
// who sees them.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { type DemoLogin, expectPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

type Wire = Readonly<Record<string, string>>

async function listRecords(
  resource: string,
  query: string,
  token: DemoLogin = 'demo-administrator',
): Promise<readonly Wire[]> {
  const { text } = await app.server.request(`/${resource}/?limit=500&${query}`, { token })
  return JSON.parse(text)[resource] as readonly Wire[]
}

async function openAs(who: DemoLogin, path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const page = await app.page(device)
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Drops files from the desktop onto the page. The browser itself creates the events. */
async function drop(page: Page, files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-drop-'))
  const paths = files.map(({ name, text }) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const zone = page.getByText(/Drop (?:a file|files) here, or/).last()
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  assert.ok(box)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    })
  }
  await session.detach()
}

for (const device of ['desktop', 'phone'] as const) {
  longTest(`accepting a request and previewing a document pass axe, on a ${device}`, async () => {
    const page = await openAs('demo-manager', 'requests', device)
    await page.getByRole('link', { name: 'Opening hours on public holidays' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await takeScreenshot(page, 'request-accept')
    await page.goto('/app/documents')
    await page.getByText('Wireframe Startseite.png').click()
    await page.getByRole('img', { name: 'Wireframe Startseite.png' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await takeScreenshot(page, 'document')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
}

quickTest('a client creates a request, a Manager turns it into a task, and the client sees the result', async () => {
  const page = await openAs('demo-executive', 'requests', 'phone')
  await page.getByRole('button', { name: 'New request' }).click()
  const form = page.getByRole('dialog', { name: 'New request' })
  expectPageError(page, /status of 400/)
  await form.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('For the waiters, printable')
  await form.getByRole('button', { name: 'Send request' }).click()
  await form.getByText(/required|blank/i).waitFor()
  await form.getByText('For the waiters, printable').waitFor()
  await form.getByRole('textbox', { name: 'What do you need?' }).fill('A short guide to the app')
  await form.getByRole('combobox', { name: 'Project' }).fill('ordering')
  await page.getByRole('option', { name: /ordering app/ }).click()
  assert.deepEqual(await axeViolations(page), [])
  await takeScreenshot(page, 'request-new')
  await form.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('heading', { level: 1, name: 'A short guide to the app' }).waitFor()
  const path = new URL(page.url()).pathname.replace('/app/', '')

  const boss = await openAs('demo-manager', path)
  await boss.getByText('For the waiters, printable').waitFor()
  await boss.keyboard.press('a')
  const accept = boss.getByRole('dialog', { name: 'Convert to task' })
  await accept.getByRole('button', { name: /^(?!.*Choose).*Module/ }).waitFor()
  await accept.getByRole('textbox', { name: 'Estimate' }).fill('2h 30m')
  await accept.getByRole('button', { name: 'Create task' }).click()
  await boss.getByRole('heading', { level: 1, name: 'A short guide to the app' }).waitFor()
  await boss.waitForURL(/\/app\/tasks\/\d+$/)
  await boss.getByRole('button', { name: 'Estimate: 2:30' }).waitFor()

  await page.reload()
  await page.getByText(/Converted to task #\d+/).waitFor()
  assert.deepEqual(await axeViolations(page), [])
})

const openRequest = 'Opening hours on public holidays'

async function comment(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment' }).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: text }).waitFor()
}

quickTest('a client attaches files to a request and comments on it, and an Administrator answers', async () => {
  const [request] = (await listRecords('request', 'accepted=f')).filter(({ title }) => title === openRequest)
  const path = `requests/${request?.id}`
  const client = await openAs('demo-executive', path, 'phone')
  await client.getByText('Do all beer gardens have the same hours').waitFor()
  assert.equal(await client.getByText('It fits into the week after next').count(), 0, 'an internal comment')
  assert.equal(await client.getByRole('checkbox', { name: 'Visible to client' }).count(), 0)

  const choosing = client.waitForEvent('filechooser')
  await client.getByRole('button', { name: 'Choose files' }).click()
  await (await choosing).setFiles([fileOf('holidays.txt', 'Christmas'), fileOf('prices.txt', 'free')])
  await client.getByRole('button', { name: 'holidays.txt', exact: true }).waitFor()
  await client.getByRole('button', { name: 'prices.txt', exact: true }).click()
  const panel = client.getByRole('dialog', { name: 'prices.txt' })
  await panel.getByRole('button', { name: 'Choose file' }).waitFor()
  assert.deepEqual(await axeViolations(client), [])
  await panel.getByRole('button', { name: 'Actions' }).click()
  assert.equal(await client.getByRole('menuitem', { name: 'Hide from client' }).count(), 0)
  await client.getByRole('menuitem', { name: 'Delete document' }).click()
  await client.getByRole('dialog').last().getByRole('button', { name: 'Delete document' }).click()
  await client.getByRole('button', { name: 'prices.txt', exact: true }).waitFor({ state: 'detached' })

  await comment(client, 'The list is attached')
  const own = client.getByRole('listitem').filter({ hasText: 'The list is attached' })
  await own.getByText('You', { exact: true }).waitFor()
  await own.getByRole('button', { name: 'Actions' }).click()
  await client.getByRole('menuitem', { name: 'Edit comment' }).click()
  await own.getByRole('textbox', { name: 'Comment' }).click()
  await client.keyboard.press('ControlOrMeta+End')
  await client.keyboard.type(' now')
  await own.getByRole('button', { name: 'Save' }).click()
  await client.getByText('The list is attached now').waitFor()
  // A page that was opened anew, without the toasts and the finished uploads.
  await client.reload()
  await client.getByText('The list is attached now').waitFor()
  assert.deepEqual(await axeViolations(client), [])
  await takeScreenshot(client, 'request-of-client')

  const boss = await openAs('demo-administrator', path)
  await boss.getByText('The list is attached now').waitFor()
  await boss.getByText('It fits into the week after next').waitFor()
  const saving = boss.waitForEvent('download')
  await boss.getByRole('button', { name: 'Download: holidays.txt' }).click()
  assert.equal(readFileSync(await (await saving).path(), 'utf8'), 'Christmas')
  await drop(boss, [{ name: 'answer.txt', text: 'yes' }])
  await boss.getByRole('button', { name: 'answer.txt', exact: true }).waitFor()
  await comment(boss, 'Only for us')
  await boss.locator('form label', { hasText: 'Visible to client' }).click()
  await comment(boss, 'Thank you for the list')
  await boss.reload()
  await boss.getByText('Thank you for the list').waitFor()
  assert.deepEqual(await axeViolations(boss), [])
  await takeScreenshot(boss, 'request-comments')

  await client.reload()
  await client.getByText('Thank you for the list').waitFor()
  assert.equal(await client.getByText('Only for us').count(), 0)
  assert.equal(await client.getByText('answer.txt').count(), 0, 'files of staff are internal until they show them')
  await own.getByRole('button', { name: 'Actions' }).click()
  await client.getByRole('menuitem', { name: 'Delete comment' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
  await own.waitFor({ state: 'detached' })
})

longTest('the buttons of a panel are at its bottom, although its form is short', async () => {
  const page = await openAs('demo-executive', 'requests?new=true')
  const button = page.getByRole('dialog').getByRole('button', { name: 'Send request' })
  const box = await button.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  assert.ok(box)
  assert.ok(height - (box.y + box.height) < 20, `below the button are ${height - box.y - box.height} px`)
})

longTest('a Resource creates a request with files, and others may not change it', async () => {
  const page = await openAs('demo-resource', 'requests?new=true')
  const form = page.getByRole('dialog', { name: 'New request' })
  await form.getByRole('textbox', { name: 'What do you need?' }).fill('A bigger screen')
  await drop(page, [
    { name: 'offer.txt', text: 'a screen' },
    { name: 'not this.txt', text: 'no' },
  ])
  await form.getByRole('button', { name: 'Remove not this.txt' }).click()
  await form.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('heading', { level: 1, name: 'A bigger screen' }).waitFor()
  await page.getByRole('button', { name: 'offer.txt', exact: true }).waitFor()
  assert.equal(await page.getByText('not this.txt').count(), 0)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete request' }).click()
  await page.waitForURL(/\/app\/requests$/)
  const theirs = (await listRecords('request', 'accepted=f', 'demo-resource')).find(
    ({ person }) => !person?.includes('Zoë'),
  )
  if (theirs === undefined) return
  await page.goto(`/app/requests/${theirs.id}`)
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
})

quickTest(
  'documents are uploaded by drag and drop, found, replaced, downloaded in each version, shared with the client and deleted',
  async () => {
    const page = await openAs('demo-manager', 'documents')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload documents' })
    await dialog.getByRole('combobox', { name: 'Project' }).fill('Website relaunch')
    await page.getByRole('option', { name: /Website relaunch/ }).click()
    await dialog.getByText('Drop files here, or').waitFor()
    await drop(page, [
      { name: 'price list.txt', text: 'one' },
      { name: 'opening hours.txt', text: 'ten to six' },
    ])
    await page.getByText('2 files uploaded').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('searchbox').fill('price')
    await page.getByRole('button', { name: 'opening hours.txt', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'price list.txt', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'price list.txt' })
    const choosing = page.waitForEvent('filechooser')
    await panel.getByRole('button', { name: 'Choose file' }).click()
    await (await choosing).setFiles(fileOf('price list 2.txt', 'two'))
    await panel.getByText('Version 2').waitFor()
    await panel.getByText(/ · François Lefèvre · .* · price list 2\.txt$/).waitFor()
    for (const [version, text, name] of [
      [1, 'one', 'price list.txt'],
      [2, 'two', 'price list 2.txt'],
    ] as const) {
      const saving = page.waitForEvent('download')
      await panel.getByRole('button', { name: `Download version ${version}` }).click()
      const saved = await saving
      assert.deepEqual([readFileSync(await saved.path(), 'utf8'), saved.suggestedFilename()], [text, name])
    }
    const [document] = await listRecords('document', 'search=price')
    const visibleDocuments = () => listRecords('document', 'search=price', 'demo-executive')
    assert.deepEqual(await visibleDocuments(), [])
    await panel.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Show to client' }).click()
    await panel.getByText('Visible to client', { exact: true }).waitFor()
    assert.equal((await visibleDocuments())[0]?.id, document?.id)
    await panel.getByRole('button', { name: 'Edit', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Tags' }).fill('prices, printed')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('printed', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete document' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete document' }).click()
    await page.getByText('No matching documents.').waitFor()
    assert.deepEqual(await listRecords('document', 'search=price'), [])
  },
)

longTest('the progress of an upload is shown, and the upload can be cancelled', async () => {
  const page = await openAs('demo-resource', 'tasks')
  const [task] = await listRecords('task', 'excludeclosed=t', 'demo-resource')
  await page.goto(`/app/tasks/${task?.id}`)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  })
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await choosing).setFiles({
    name: 'film.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(3_000_000, 7),
  })
  const bar = page.getByRole('progressbar', { name: 'Uploading film.bin' })
  await bar.waitFor()
  await page.waitForFunction(() => {
    const value = Number(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow'))
    return value > 0 && value < 100
  })
  await page.getByRole('button', { name: 'Cancel upload of film.bin' }).click()
  await bar.waitFor({ state: 'detached' })
  assert.deepEqual(await listRecords('document', 'search=film.bin'), [])
})

longTest('a PDF is shown page by page under the strict policy, with its text for screen readers', async () => {
  const page = await openAs('demo-executive', 'documents', 'phone')
  await page.getByRole('button', { name: 'Styleguide Süderhof.pdf' }).click()
  const sheet = page.getByRole('img', { name: 'Page 1 of 1' })
  await sheet.waitFor()
  await page.getByText(/orange F46036 for one button per page/).waitFor({ state: 'attached' })
  const drawn = await sheet.evaluate((canvas: HTMLCanvasElement) =>
    canvas
      .getContext('2d')
      ?.getImageData(0, 0, canvas.width, canvas.height)
      .data.some((value) => value < 128),
  )
  assert.equal(drawn, true)
  assert.deepEqual(await axeViolations(page), [])
  assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0, 'a client only looks')
  await takeScreenshot(page, 'document-pdf')
})
