// The portal of a client: an Executive sees their projects, what is due, what they asked for and what is to be paid, and nothing of
// how the company works inside.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApp, signIn } from './browsing.ts'
import { shoot } from './looking.ts'

const app = openApp()

for (const device of ['desktop', 'phone'] as const) {
  test(`a client looks at their portal, on a ${device}`, async () => {
    const page = await app.page(device)
    await signIn(page, 'demo-executive')
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor()
    for (const name of ['Your projects', 'What comes next', 'Invoices to be paid', 'Your requests', 'New documents']) {
      await page.getByRole('region', { name }).getByRole('link').first().waitFor()
    }
    await shoot(page, 'portal')
  })
}

test('the portal shows the projects that the API shows this client, and names nobody who works on them', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive')
  const cards = page.getByRole('region', { name: 'Your projects' })
  await cards.getByRole('link').first().waitFor()
  const shown = await cards.getByRole('link').allInnerTexts()
  const { json } = await app.server.ask('/project/?active=t&limit=0', { token: 'demo-executive' })
  const { project } = json as { project: { name: string }[] }
  assert.deepEqual(shown.toSorted(), project.map(({ name }) => name).toSorted())
  const people = (await app.server.ask('/person/?limit=0', { token: 'demo-administrator' })).json as {
    person: { firstname: string; lastname: string; clientid: string | null }[]
  }
  const text = await page.getByRole('main').innerText()
  const named = people.person.filter(
    ({ clientid, lastname }) => !clientid && lastname !== '' && text.includes(lastname),
  )
  assert.deepEqual(named, [])
})

test('a client opens an invoice from the portal and sees it', async () => {
  const page = await app.page()
  await signIn(page, 'demo-executive')
  const first = page
    .getByRole('region', { name: 'Invoices to be paid' })
    .getByRole('listitem')
    .first()
    .getByRole('link')
  const title = await first.innerText()
  await first.click()
  await page.getByText(title).first().waitFor()
  await page.waitForURL(/\/app\/invoices\/\d+/)
})
