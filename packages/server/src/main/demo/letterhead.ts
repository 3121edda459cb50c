// How the demo company presents itself on paper: address, tax number, currency and a small mark drawn here. Its name and its
// time zone are those of its account.
import type { FileStore } from '../../io/file-store.ts'
import { WireFile } from '../../kit/wire-tree.ts'
import { company } from '../../resources/company.ts'
import type { DemoWriter } from './demo-writer.ts'
import { storeFile } from './document-uploads.ts'
import { pictureFile } from './file-contents.ts'

const address = 'Lindenstraße 14\n10969 Berlin\nGermany'

/** As it stands on the invoices themselves. */
export const senderAddress = `Demo company\n${address}`

/** Steps that climb, with a dot above the last. */
const logoImage = (): Buffer =>
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
const companyId = 1

export async function writeLetterhead(maker: DemoWriter, files: FileStore): Promise<void> {
  const { parts } = await storeFile(files, { name: 'mark.png', bytes: logoImage })
  const logo = new WireFile({ ...parts, content: logoImage() })
  await maker.update(company, companyId, { address, taxnumber: 'DE 123 456 789', currency: 'EUR', logo })
}
