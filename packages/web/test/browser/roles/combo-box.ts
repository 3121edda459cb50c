// Chooses an option of a combo box by typing and Enter, which works on a phone too and does not depend on the position
// of the list.
import type { Locator } from 'playwright-core'

/** Types, waits until only options with this text are left, and takes the first. */
export async function chooseOption(box: Locator, typed: string, option: string = typed): Promise<void> {
  const options = box.page().getByRole('option')
  await box.click()
  await box.fill(typed)
  await options.filter({ hasText: option }).waitFor()
  await options.filter({ hasNotText: option }).first().waitFor({ state: 'detached' })
  await box.press('Enter')
}
