// The columns that name files by the hash of their bytes: versions of documents, and the company's logo. Whoever copies an
// account copies the files that these name; whoever sweeps leaves them alone.

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
