// Without the server: a reload shows the application from the service worker, typed hours are sent once when the server
// is back, and signing out removes what the browser keeps (T-140).
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { monday } from './demo-calendar.ts'
import { allowPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50))
  })

/** The addresses of everything that the service worker keeps. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

quickTest('a reload without the server shows the application, and hours typed then are sent once', async () => {
  const page = await app.page({ serviceWorkers: 'allow' })
  allowPageError(page, /ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/)
  const week = monday(-1)
  await signIn(page, 'demo-resource', `timesheet?week=${week}`)
  const cells = page.getByRole('table', { name: 'Hours by day' }).getByRole('textbox')
  await cells.first().waitFor()
  await waitForWorker(page)
  assert.deepEqual(
    (await keptFiles(page)).filter((path) => !/^\/app\/(?:$|mark\.svg$|assets\/)/.test(path)),
    [],
    'only files of the application are kept',
  )
  await page.context().setOffline(true)
  const place = await cells.evaluateAll((all) => all.findIndex((cell) => (cell as HTMLInputElement).value === ''))
  await cells.nth(place).fill('1:11')
  await cells.nth(place).press('Enter')
  await page.getByRole('status').filter({ hasText: 'saved in this browser' }).waitFor()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('alert').filter({ hasText: 'nothing you typed is lost' }).waitFor()
  await page.getByRole('navigation').first().waitFor()
  await page.context().setOffline(false)
  await page.waitForFunction((at) => {
    const cell = document.querySelectorAll<HTMLInputElement>('[data-place]')[at]
    return cell?.value === '1:11' && cell.closest('[data-state=waiting], [data-state=saving]') === null
  }, place)
  await page.reload()
  await cells.first().waitFor()
  const { json } = await app.server.request('/time/?limit=0', { token: 'demo-resource' })
  const times = (json.time as { time: string; date: string }[]).filter(({ time }) => time.startsWith('1.183'))
  assert.equal(times.length, 1, 'the hours are stored once')
})

longTest('signing out removes the service worker and its files', async () => {
  const page = await app.page({ serviceWorkers: 'allow' })
  await signIn(page, 'demo-manager')
  await waitForWorker(page)
  await page.getByRole('button', { name: /François/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Username').waitFor()
  assert.deepEqual(await keptFiles(page), [])
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0)
  assert.equal(await page.evaluate(() => sessionStorage.getItem('stint-session')), null)
})
