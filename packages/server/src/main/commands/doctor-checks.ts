// The checks of `stint doctor`: the settings, the machine, the database, and its records. Each check reports how much
// it checked and what it found. Nothing is changed, and a running server is not blocked.
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { accountIds } from '../../accounts/create-account.ts'
import { checkEncryptedTexts } from '../../engine/encryption.ts'
import { auditValues, type ValueAuditProgress } from '../../engine/value-audit.ts'
import { systemClock } from '../../io/clock.ts'
import type { Database } from '../../io/database.ts'
import { checkMachines } from '../../io/distribute.ts'
import { checkIntegrity } from '../../io/integrity-check.ts'
import { auditCurrencies } from '../../maintenance/currency-audit.ts'
import { auditEvents } from '../../maintenance/event-retention.ts'
import { auditExpenses } from '../../maintenance/expense-audit.ts'
import { type AuditResult, auditBilledTime, auditInvoiceLines, auditInvoices } from '../../maintenance/invoice-audit.ts'
import {
  auditAdministrators,
  auditApprovedTime,
  auditCounters,
  auditFiles,
  auditIds,
  auditRowCounts,
} from '../../maintenance/record-audit.ts'
import { resources } from '../../resources/all.ts'
import { SettingError, type Settings, settingList } from '../config.ts'
import { changeLog } from '../event-log.ts'
import { readCertificate } from '../listen-check.ts'
import { checkMailSettings } from '../mail-connection.ts'
import { checkSignOnSettings } from '../single-sign-on.ts'
import { fileStoreFrom, openFromSettings } from '../storage.ts'

export interface Check {
  readonly name: string
  readonly checked: number
  readonly findings: readonly string[]
}

export interface ExamineOptions {
  /** Reads every byte of every file, and compares every value with its event. */
  readonly deep: boolean
  /** Called after each check. */
  readonly done: () => void
  /** Of the comparison of values, which is the last check. */
  readonly progress?: ValueAuditProgress
}

const noProgress: ValueAuditProgress = { begin: () => undefined, add: () => undefined }

/** A month is enough time to replace a certificate. */
const certificateDays = 30
const minFreeBytes = 256 * 1024 * 1024

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`

/** The number of checks when none of them stops the rest, without the one that has its own progress. */
export const checkCount = 17

export async function runChecks(
  settings: Settings,
  { deep, done, progress = noProgress }: ExamineOptions,
): Promise<Check[]> {
  const checks: Check[] = []
  const check = async (name: string, work: () => Promise<AuditResult>): Promise<boolean> => {
    const { checked, problems } = await work()
    checks.push({ name, checked, findings: problems })
    done()
    return problems.length === 0
  }
  await check('settings', () => checkSettings(settings))
  if (!(await check('data folder', () => checkFolder(settings)))) return checks
  let database: Database | undefined
  await check('database', async () => {
    try {
      database = await openFromSettings(settings, { alongsideServer: true })
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      return { checked: 1, problems: [error.message.replace(/\.$/, '')] }
    }
    const { references, problems } = await checkIntegrity(settings.databaseUrl, resolve(settings.data))
    return { checked: references, problems }
  })
  if (database === undefined) return checks
  try {
    await check('machines', async () => {
      const { machines, problems } = await checkMachines(settings.databaseUrl)
      return { checked: machines, problems: [...problems] }
    })
    await checkRecords(database, settings, { deep, progress }, check)
  } finally {
    await database.close()
  }
  return checks
}

async function checkRecords(
  database: Database,
  settings: Settings,
  { deep, progress }: { readonly deep: boolean; readonly progress: ValueAuditProgress },
  check: (name: string, work: () => Promise<AuditResult>) => Promise<boolean>,
): Promise<void> {
  const accounts = await accountIds(database)
  const inEach = (work: (accountid: number) => Promise<AuditResult>) => async (): Promise<AuditResult> => {
    const audits = []
    for (const accountid of accounts) audits.push({ accountid, ...(await work(accountid)) })
    return {
      checked: audits.reduce((sum, { checked }) => sum + checked, 0),
      problems: audits.flatMap(({ accountid, problems }) =>
        problems.map((problem) => `account ${accountid}: ${problem}`),
      ),
    }
  }
  const all = [...resources.values()]
  await check(
    'accounts',
    inEach((accountid) => auditAdministrators(database, accountid)),
  )
  await check('ids', () => auditIds(database, all))
  await check(
    'numbers',
    inEach((accountid) => auditCounters(database, accountid, all)),
  )
  await check(
    'row counts',
    inEach((accountid) => auditRowCounts(database, accountid)),
  )
  await check(
    'approved time',
    inEach((accountid) => auditApprovedTime(database, accountid)),
  )
  await check(
    'events',
    inEach((accountid) => auditEvents(database, accountid)),
  )
  await check(
    'invoices',
    inEach((accountid) => auditInvoices(database, accountid)),
  )
  await check(
    'invoice lines',
    inEach((accountid) => auditInvoiceLines(database, accountid)),
  )
  await check(
    'billed time',
    inEach((accountid) => auditBilledTime(database, accountid)),
  )
  await check(
    'expenses',
    inEach((accountid) => auditExpenses(database, accountid)),
  )
  await check(
    'currencies',
    inEach((accountid) => auditCurrencies(database, accountid)),
  )
  await check(
    'files',
    inEach((accountid) => auditFiles(database, accountid, fileStoreFrom(settings), deep)),
  )
  await check(
    'secure notes',
    inEach((accountid) => checkEncryptedTexts(database, all, accountid)),
  )
  if (!deep) return
  await check(
    'values',
    inEach((accountid) => auditValues(database, accountid, changeLog.tables, progress)),
  )
}

/** Each setting is valid by itself; this checks their combination and the machine. */
async function checkSettings(settings: Settings): Promise<AuditResult> {
  const problems: string[] = []
  try {
    checkMailSettings(settings)
    checkSignOnSettings(settings)
    const { tls, data } = settings
    const certFile = tls === 'auto' ? join(resolve(data), 'cert.pem') : tls === 'off' ? undefined : tls.certFile
    // A server that never started has no certificate yet, and the check must not create one.
    if (tls !== 'auto' || (certFile !== undefined && existsSync(certFile))) await readCertificate(settings)
    if (certFile !== undefined && existsSync(certFile)) problems.push(...certificateProblems(certFile))
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    problems.push(error.message.replace(/\.$/, ''))
  }
  return { checked: settingList.length, problems }
}

function certificateProblems(file: string): string[] {
  const { validTo, validToDate } = new X509Certificate(readFileSync(file))
  const days = (validToDate.getTime() - systemClock.now()) / 86_400_000
  return days > certificateDays ? [] : [`the certificate ${file} ${days > 0 ? 'ends' : 'ended'} on ${validTo}`]
}

/** With these files one can read all data or impersonate the server. */
const secretFiles = ['stint.sqlite', 'secret.key', 'key.pem']

async function checkFolder({ data, databaseUrl }: Settings): Promise<AuditResult> {
  const folder = resolve(data)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const reason = existsSync(folder) ? 'cannot be read and written by this user' : 'does not exist'
    return { checked: 1, problems: [`STINT_DATA (--data): the folder ${folder} ${reason}`] }
  }
  const problems: string[] = []
  const openToOthers = (path: string): boolean => (statSync(path).mode & 0o007) !== 0
  for (const name of secretFiles) {
    const path = join(folder, name)
    if (existsSync(path) && openToOthers(path) && openToOthers(folder)) {
      problems.push(`others on this machine can read ${path}: chmod 600 it, or chmod 700 its folder`)
    }
  }
  const { bavail, bsize } = await statfs(folder)
  const database = join(folder, 'stint.sqlite')
  // A migration copies the file first, so it needs as much space.
  const copyBytes = databaseUrl === undefined && existsSync(database) ? statSync(database).size : 0
  const needed = Math.max(minFreeBytes, copyBytes)
  if (bavail * bsize < needed) {
    problems.push(`the disk of ${folder} has ${megabytes(bavail * bsize)} free, and ${megabytes(needed)} may be needed`)
  }
  return { checked: secretFiles.length + 1, problems }
}
