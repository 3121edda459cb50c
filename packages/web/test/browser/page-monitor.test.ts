// Tests the tools of the browser tests: every kind of page error is noticed, and axe finds violations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolationsNow } from './axe-and-screenshots.ts'
import { expectPageError, openApp } from './test-app.ts'

const app = openApp()

const openPage = async (): Promise<Page> => {
  const page = await app.page()
  await page.goto('/app/')
  await page.getByRole('main').waitFor()
  return page
}

test('a warning and an error of the console are noticed', async () => {
  const page = await openPage()
  await page.evaluate(() => {
    console.warn('planted warning')
    console.error('planted error')
  })
  expectPageError(page, /warning: planted warning/)
  expectPageError(page, /error: planted error/)
})

test('an uncaught exception is noticed', async () => {
  const page = await openPage()
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('planted'))))
  await thrown
  expectPageError(page, /exception: Error: planted/)
})

test('a policy violation and a request to another host are noticed', async () => {
  const page = await openPage()
  const failed = page.waitForEvent('requestfailed')
  await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'b {}' }))
    new Image().src = 'https://example.com/planted.png'
  })
  await failed
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expectPageError(page, /style-src/)
  expectPageError(page, /img-src/)
  expectPageError(page, /asks another host: https:\/\/example\.com\/planted\.png/)
  expectPageError(page, /failed with csp/)
})

test('axe finds an image without a text and low contrast in light and dark', async () => {
  const page = await openPage()
  await page.evaluate(() => {
    const text = Object.assign(document.createElement('p'), { textContent: 'planted', id: 'planted' })
    Object.assign(text.style, { color: '#ccc', background: '#fff' })
    const picture = Object.assign(document.createElement('img'), { src: '/app/mark.svg', id: 'picture' })
    document.querySelector('main')?.append(text, picture)
  })
  const violations = await axeViolationsNow(page, 'html', ['light', 'dark'])
  for (const fault of ['light: image-alt: ', 'light: color-contrast: ', 'dark: color-contrast: ']) {
    assert.ok(
      violations.some((line) => line.startsWith(fault)),
      fault,
    )
  }
})
