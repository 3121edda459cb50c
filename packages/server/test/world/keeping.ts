// A process of its own that takes bytes into a folder of files and then stops in the middle, to be killed there: while they
// are still coming, or once they are kept and before anybody has written a row that names them. It opens no database.
import { FolderFiles } from '../../src/io/files.ts'

const { folder, content, till } = JSON.parse(process.argv[2] ?? '') as {
  folder: string
  content: string
  till: 'arriving' | 'kept'
}

const forEver = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1000))

async function* bytes(): AsyncIterable<Buffer> {
  yield Buffer.from(content)
  if (till === 'kept') return
  process.send?.('arriving')
  await forEver()
}

const received = await new FolderFiles(folder).receive(bytes(), 1_000_000)
await received.keep()
process.send?.('kept')
await forEver()
