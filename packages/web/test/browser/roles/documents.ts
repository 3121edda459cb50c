// Documents: each role sees those that the API lists for it and opens one. The team uploads a document and adds a
// second version, which the client does not see. A client is offered no upload here.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type DemoLogin, expectPageError, navigateTo } from '../test-app.ts'
import {
  assertForbidden,
  firstListed,
  offeredButtons,
  searchQuery,
  sharedProject,
  sharedProjectId,
  sortedNames,
  statusOf,
} from './api-checks.ts'
import { chooseOption } from './combo-box.ts'
import { forTeamAndClient, type RoleRun } from './role-test.ts'

/** The roles that may change documents of others. */
const leads: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** A document that every role sees; a Resource uploaded it. */
const sharedDocument = 'Wireframe Startseite.png'

/** Two images of one pixel in different colours. */
const pictures = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4kmAGAAPWAYtkgz2WAAAAAElFTkSuQmCC',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQzgsGAAGEAN1WIhdpAAAAAElFTkSuQmCC',
] as const

const fileOf = (name: string, version: 0 | 1) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pictures[version], 'base64'),
})

async function sendFile(page: Page, button: Locator, file: ReturnType<typeof fileOf>): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles(file)
}

/** The browser has decoded and drawn the image. */
async function assertDrawn(panel: Locator, filename: string): Promise<void> {
  const picture = panel.getByRole('img', { name: filename })
  await picture.waitFor()
  assert.ok(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)))
}

/** Opens a document in the side panel and returns the offered buttons. */
async function viewDocument(page: Page, title: string): Promise<string[]> {
  await page.getByRole('button', { name: title, exact: true }).click()
  const panel = page.getByRole('dialog', { name: title })
  await assertDrawn(panel, title)
  const offered = await offeredButtons(page, ['Edit', 'Choose file'])
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  return offered
}

async function upload(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload documents' })
  await chooseOption(dialog.getByRole('combobox', { name: 'Project' }), sharedProject)
  await sendFile(page, dialog.getByRole('button', { name: 'Choose files' }), fileOf(name, 0))
  await page.getByText('1 file uploaded').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function addVersion(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name })
  await assertDrawn(panel, name)
  await sendFile(page, panel.getByRole('button', { name: 'Choose file' }), fileOf(name, 1))
  await panel.getByText('Version 2').waitFor()
  await assertDrawn(panel, name)
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
}

/** A document that only the Administrator sees is not found by a search, and its address opens nothing. */
async function assertHidden(run: RoleRun, page: Page): Promise<void> {
  const visible = new Set((await run.list('/document/?limit=0')).map(({ id }) => id))
  const all = await run.list('/document/?limit=0&public=f', 'demo-administrator')
  const hidden = all.find(({ id }) => !visible.has(id ?? ''))
  if (run.who === 'demo-administrator') return assert.equal(hidden, undefined)
  assert.ok(hidden)
  await page.getByRole('searchbox').fill(String(hidden.title))
  await page.getByText('No matching documents.').waitFor()
  expectPageError(page, /status of 404/)
  const answering = page.waitForResponse((answer) => answer.url().includes(`/document/${hidden.id}/`))
  await navigateTo(page, `/app/documents?open=${hidden.id}`)
  assert.equal((await answering).status(), 404)
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(await statusOf(run, 'GET', `/document/${hidden.id}/download/`), 404)
}

/** The list has what the API lists for the role, and the shared document opens. */
async function assertDocumentsShown(run: RoleRun, page: Page, offers: readonly string[]): Promise<void> {
  const table = page.getByRole('table', { name: 'Documents' })
  await table.getByRole('button', { name: sharedDocument, exact: true }).waitFor()
  const names = sortedNames(await run.list('/document/?limit=0'), 'title')
  for (const name of names) await table.getByRole('button', { name, exact: true }).first().waitFor()
  assert.equal(await table.getByRole('row').count(), names.length + 1)
  assert.deepEqual(await viewDocument(page, sharedDocument), offers)
}

async function asTeam(run: RoleRun): Promise<void> {
  const name = `${run.uniqueName('A picture')}.png`
  const page = await run.openPage('documents')
  await assertDocumentsShown(run, page, leads.includes(run.who) ? ['Edit', 'Choose file'] : [])
  if (!leads.includes(run.who)) {
    const { id } = await firstListed(run, `/document/?${searchQuery(sharedDocument)}`)
    await assertForbidden(run, 'PUT', `/document/${id}/`, { title: 'Mine now' })
  }
  await upload(page, name)
  await addVersion(page, name)
  const { id, version, personid, project, ...rest } = await firstListed(run, `/document/?${searchQuery(name)}`)
  assert.deepEqual([version, personid, project, rest.public], ['2', await run.personId(), sharedProject, 'f'])
  assert.deepEqual(await run.list(`/document/?${searchQuery(name)}`, 'demo-executive'), [])
  assert.equal(await statusOf(run, 'GET', `/document/${id}/`, undefined, 'demo-executive'), 404)
  assert.equal(await statusOf(run, 'DELETE', `/document/${id}/`), 200)
  await assertHidden(run, page)
}

async function asClient(run: RoleRun): Promise<void> {
  const page = await run.openPage('documents')
  await assertDocumentsShown(run, page, [])
  assert.deepEqual(await offeredButtons(page, ['Upload']), [])
  assert.equal(await page.getByRole('columnheader', { name: 'Uploaded by', exact: true }).count(), 0)
  const { id, ...fields } = await firstListed(run, `/document/?${searchQuery(sharedDocument)}`)
  assert.ok(!('person' in fields))
  await assertForbidden(run, 'PUT', `/document/${id}/`, { title: 'Mine now' })
  await assertForbidden(run, 'DELETE', `/document/${id}/`)
  const misplaced = { projectid: await sharedProjectId(run), title: 'Mine' }
  assert.equal(await statusOf(run, 'POST', '/document/', misplaced), 400)
  await assertHidden(run, page)
  await navigateTo(page, `/app/projects/${await sharedProjectId(run)}?tab=documents`)
  await page.getByRole('button', { name: sharedDocument, exact: true }).waitFor()
  assert.deepEqual(await offeredButtons(page, ['Choose files']), [])
}

export const documents = forTeamAndClient(asTeam, asClient)
