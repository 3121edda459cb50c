// What `stint doctor` looks at, check by check: the settings, the machine, the database in itself, and what stands in it. Every
// check tells how much it looked at and what it found; nothing is changed, and a running server is not kept from its work.
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openAll } from '../engine/encryption.ts'
import { systemClock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { inspect } from '../io/inspect.ts'
import { accountIds } from '../resources/account.ts'
import { resources } from '../resources/all.ts'
import { type Audit, auditBilledTime, auditInvoices, auditLines } from '../resources/audit-money.ts'
import { auditAdministrators, auditCounters, auditFiles, auditIds } from '../resources/audit-records.ts'
import { type Settings, settingList, WrongSetting } from './config.ts'
import { readCertificate } from './listening.ts'
import { checkMail } from './mailing.ts'
import { filesOf, openFor } from './serve.ts'

export interface Check {
  readonly name: string
  readonly checked: number
  readonly findings: readonly string[]
}

export interface Wish {
  /** Read every byte of every file. */
  readonly deep: boolean
  /** Hears of each check when it is done. */
  readonly done: () => void
}

/** A month before a certificate ends there is time to replace it. */
const certificateDays = 30
const leastFreeBytes = 256 * 1024 * 1024

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`

/** How many checks there are, when none of them ends the examination. */
export const checkCount = 11

export async function examine(settings: Settings, { deep, done }: Wish): Promise<Check[]> {
  const checks: Check[] = []
  const check = async (name: string, work: () => Promise<Audit>): Promise<boolean> => {
    const { checked, faults } = await work()
    checks.push({ name, checked, findings: faults })
    done()
    return faults.length === 0
  }
  await check('settings', () => examineSettings(settings))
  if (!(await check('data folder', () => examineFolder(settings)))) return checks
  let database: Database | undefined
  await check('database', async () => {
    try {
      database = await openFor(settings, { beside: true })
    } catch (error) {
      if (!(error instanceof WrongSetting)) throw error
      return { checked: 1, faults: [error.message.replace(/\.$/, '')] }
    }
    const { references, faults } = await inspect(settings.databaseUrl, resolve(settings.data))
    return { checked: references, faults }
  })
  if (database === undefined) return checks
  try {
    await examineRecords(database, settings, deep, check)
  } finally {
    await database.close()
  }
  return checks
}

async function examineRecords(
  database: Database,
  settings: Settings,
  deep: boolean,
  check: (name: string, work: () => Promise<Audit>) => Promise<boolean>,
): Promise<void> {
  const accounts = await accountIds(database)
  const inEach = (work: (accountid: number) => Promise<Audit>) => async (): Promise<Audit> => {
    const audits = []
    for (const accountid of accounts) audits.push({ accountid, ...(await work(accountid)) })
    return {
      checked: audits.reduce((sum, { checked }) => sum + checked, 0),
      faults: audits.flatMap(({ accountid, faults }) => faults.map((fault) => `account ${accountid}: ${fault}`)),
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
    'invoices',
    inEach((accountid) => auditInvoices(database, accountid)),
  )
  await check(
    'invoice lines',
    inEach((accountid) => auditLines(database, accountid)),
  )
  await check(
    'billed time',
    inEach((accountid) => auditBilledTime(database, accountid)),
  )
  await check(
    'files',
    inEach((accountid) => auditFiles(database, accountid, filesOf(settings), deep)),
  )
  await check(
    'secure notes',
    inEach((accountid) => openAll(database, all, accountid)),
  )
}

/** Each was read on its own already; here is what they say together, and of the machine. */
async function examineSettings(settings: Settings): Promise<Audit> {
  const faults: string[] = []
  try {
    checkMail(settings)
    const { tls, data } = settings
    const certFile = tls === 'auto' ? join(resolve(data), 'cert.pem') : tls === 'off' ? undefined : tls.certFile
    // A server that never started has no certificate yet, and looking must not make one.
    if (tls !== 'auto' || (certFile !== undefined && existsSync(certFile))) await readCertificate(settings)
    if (certFile !== undefined && existsSync(certFile)) faults.push(...faultsOfCertificate(certFile))
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    faults.push(error.message.replace(/\.$/, ''))
  }
  return { checked: settingList.length, faults }
}

function faultsOfCertificate(file: string): string[] {
  const { validTo, validToDate } = new X509Certificate(readFileSync(file))
  const days = (validToDate.getTime() - systemClock.now()) / 86_400_000
  return days > certificateDays ? [] : [`the certificate ${file} ${days > 0 ? 'ends' : 'ended'} on ${validTo}`]
}

/** Who can read these can read everything, or become the server. */
const secrets = ['stint.sqlite', 'secret.key', 'key.pem']

async function examineFolder({ data, databaseUrl }: Settings): Promise<Audit> {
  const folder = resolve(data)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const why = existsSync(folder) ? 'cannot be read and written by this user' : 'does not exist'
    return { checked: 1, faults: [`STINT_DATA (--data): the folder ${folder} ${why}`] }
  }
  const faults: string[] = []
  const openToOthers = (path: string): boolean => (statSync(path).mode & 0o007) !== 0
  for (const name of secrets) {
    const path = join(folder, name)
    if (existsSync(path) && openToOthers(path) && openToOthers(folder)) {
      faults.push(`others on this machine can read ${path}: chmod 600 it, or chmod 700 its folder`)
    }
  }
  const { bavail, bsize } = await statfs(folder)
  const database = join(folder, 'stint.sqlite')
  // A migration copies the file first.
  const wanted = databaseUrl === undefined && existsSync(database) ? statSync(database).size : 0
  const needed = Math.max(leastFreeBytes, wanted)
  if (bavail * bsize < needed) {
    faults.push(`the disk of ${folder} has ${megabytes(bavail * bsize)} free, and ${megabytes(needed)} may be needed`)
  }
  return { checked: secrets.length + 1, faults }
}
