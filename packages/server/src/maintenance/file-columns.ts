// The columns that refer to files by the hash of their bytes: versions of documents, the company's logo and receipts of
// expenses. Copying an account copies these files, the removal of unused files keeps them, and `stint doctor` checks
// them.
import { fileHashes } from '../io/removed-files.ts'

/** A row by column. */
type Cells = (column: string) => unknown

export interface FileColumn {
  readonly table: string
  readonly hash: string
  readonly filename: string
  readonly filesize: string
  /** The column with the record that the file belongs to, and the word before it in messages. */
  readonly owner: string
  readonly noun: string
  /** The path of the file in an export; its name is safe for any file system. */
  readonly exportPath: (cell: Cells, fileName: string) => string
}

export const fileColumns: readonly FileColumn[] = [
  {
    table: 'documentversion',
    hash: fileHashes.documentversion,
    filename: 'filename',
    filesize: 'filesize',
    owner: 'documentid',
    noun: 'document',
    exportPath: (cell, fileName) => `documents/${cell('documentid')}/v${cell('version')}-${fileName}`,
  },
  {
    table: 'company',
    hash: fileHashes.company,
    filename: 'logofilename',
    filesize: 'logofilesize',
    owner: 'id',
    noun: 'the logo of company',
    exportPath: (_cell, fileName) => `logo/${fileName}`,
  },
  {
    table: 'expense',
    hash: fileHashes.expense,
    filename: 'receiptfilename',
    filesize: 'receiptfilesize',
    owner: 'id',
    noun: 'expense',
    exportPath: (cell, fileName) => `receipts/${cell('id')}/${fileName}`,
  },
]
