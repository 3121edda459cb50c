// Choosing in a box that finds as one types. What is found is taken by Enter, which the keyboards of phones have too; a press would
// have to wait until the list has found its place beside them.
import type { Locator } from 'playwright-core'

/** Types, and takes the option of that name when no other is left. */
export async function chooseOption(box: Locator, typed: string, option: string = typed): Promise<void> {
  const options = box.page().getByRole('option')
  await box.click()
  await box.fill(typed)
  await options.filter({ hasText: option }).waitFor()
  await options.filter({ hasNotText: option }).first().waitFor({ state: 'detached' })
  await box.press('Enter')
}
