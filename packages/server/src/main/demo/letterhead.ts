// The letterhead of the demo company: address, tax number, currency and a small logo drawn here. The name and the time
// zone are those of its account.
import type { FileStore } from '../../io/file-store.ts'
import { WireFile } from '../../kit/wire-tree.ts'
import { company } from '../../resources/company.ts'
import type { DemoWriter } from './demo-writer.ts'
import { storeFile } from './document-uploads.ts'
import { pictureFile } from './file-contents.ts'

const address = 'Lindenstraße 14\n10969 Berlin\nGermany'

/** The sender's address on invoices. */
export const senderAddress = `Demo company\n${address}`

/** Rising steps with a dot above the last. */
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

/** The company record has the same id in every account. */
const companyId = 1

export async function writeLetterhead(writer: DemoWriter, files: FileStore): Promise<void> {
  const { parts } = await storeFile(files, { name: 'mark.png', bytes: logoImage })
  const logo = new WireFile({ ...parts, content: logoImage() })
  await writer.update(company, companyId, { address, taxnumber: 'DE 123 456 789', currency: 'EUR', logo })
}
