// Sign-in: a wrong password is reported and keeps the user name, the right one opens the start page, and signing out
// everywhere ends the session of the other browser.
import assert from 'node:assert/strict'
import { allowPageError, demoCredentials, expectPageError, signIn } from '../test-app.ts'
import { forAllRoles } from './role-test.ts'

export const signingIn = forAllRoles(async ({ app, who, device }) => {
  const page = await app.page(device)
  await page.goto('/')
  await page.waitForURL(/\/app\//)
  const { username, password } = await demoCredentials(page, who)
  expectPageError(page, /status of 401/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel(/^Password/).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong username or password').waitFor()
  assert.equal(await page.getByLabel('Username').inputValue(), username)
  await page.getByLabel(/^Password/).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Hello / }).waitFor()
  const [cookie] = await page.context().cookies()
  assert.deepEqual([cookie?.httpOnly, cookie?.secure, cookie?.sameSite], [true, true, 'Lax'])

  const other = await app.page(device)
  await signIn(other, who, 'profile?tab=security')
  await other.getByText('This browser').waitFor()
  // Both pages learn at once that something changed, and may ask before they know that they are signed out.
  for (const one of [page, other]) allowPageError(one, /status of 401/)
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
