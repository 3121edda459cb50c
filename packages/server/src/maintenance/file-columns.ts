// The columns that refer to files by the hash of their bytes: versions of documents and the company's logo. Copying an
// account copies these files, and the removal of unused files keeps them.

export interface FileColumn {
  readonly table: string
  readonly hash: string
  readonly filename: string
  readonly filesize: string
}

export const fileColumns: readonly FileColumn[] = [
  { table: 'documentversion', hash: 'hash', filename: 'filename', filesize: 'filesize' },
  { table: 'company', hash: 'logohash', filename: 'logofilename', filesize: 'logofilesize' },
]
