// How the demo company presents itself on paper: address, tax number, currency and a small mark drawn here. Its name and its
// time zone are those of its account.
import type { Files } from '../io/files.ts'
import { WireFile } from '../kit/wire-tree.ts'
import { company } from '../resources/company.ts'
import { pictureFile } from './demo-files.ts'
import type { Maker } from './demo-maker.ts'
import { kept } from './demo-shelf.ts'

const address = 'Lindenstraße 14\n10969 Berlin\nGermany'

/** As it stands on the invoices themselves. */
export const senderAddress = `Demo company\n${address}`

/** Steps that climb, with a dot above the last. */
const mark = (): Buffer =>
  pictureFile({
    width: 96,
    height: 96,
    palette: ['FFFFFF', '2E86AB', '6A4C93', 'F46036'],
    boxes: [
      [1, 8, 64, 20, 24],
      [1, 32, 48, 20, 40],
      [2, 56, 32, 20, 56],
      [3, 56, 8, 20, 16],
    ],
  })

/** The record of each account has the same id. */
const only = 1

export async function printLetterhead(maker: Maker, files: Files): Promise<void> {
  const { parts } = await kept(files, { name: 'mark.png', bytes: mark })
  const logo = new WireFile({ ...parts, content: mark() })
  await maker.update(company, only, { address, taxnumber: 'DE 123 456 789', currency: 'EUR', logo })
}
