// The door of the package: what a program may import. Everything else is how it works inside, and may change from one version
// to the next.
// biome-ignore lint/performance/noBarrelFile: a package has one door, and what stands behind it is small.
export { dayIn, type IsoDate, type IsoInstant, isoDate, isoInstant } from './calendar.ts'
export type * from './contract.ts'
export { Decimal, type DecimalInput } from './decimal.ts'
export type { Download } from './download.ts'
export type { ProjectteamRecord, QuotaRecord, TeamMember } from './endpoints.ts'
export { etagOf } from './etag.ts'
export type { List, Page } from './list.ts'
export type {
  ChangeOptions,
  DownloadOptions,
  ListOptions,
  ReadOptions,
  RecordOptions,
  RequestOptions,
  StintOptions,
  WriteOptions,
} from './options.ts'
export { Stint } from './stint.ts'
export { type Fault, type FaultKind, faultOfAnswer, StintError } from './stint-error.ts'
export type { Progress } from './upload.ts'
export type { FileInput, NamedFile } from './wire.ts'
