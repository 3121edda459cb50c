// The public exports of the package. Everything else is internal and may change from one version to the next.
// biome-ignore lint/performance/noBarrelFile: a package needs one entry point, and the modules behind it are small.
export { dayIn, type IsoDate, type IsoInstant, isoDate, isoInstant } from './calendar.ts'
export type * from './contract.ts'
export { Decimal, type DecimalInput } from './decimal.ts'
export type { Download } from './download.ts'
export type {
  EstimatemailRecord,
  InvoicemailRecord,
  ProjectteamRecord,
  QuotaRecord,
  SuggestedMail,
  TeamMember,
} from './endpoints.ts'
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
export { type ErrorKind, errorFromResponse, type FieldError, StintError } from './stint-error.ts'
export type { Progress } from './upload.ts'
export { verifyWebhook, WebhookError, type WebhookEvent } from './webhook.ts'
export type { FileInput, NamedFile } from './wire.ts'
