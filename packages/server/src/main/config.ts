// All settings, each defined once: environment variable, flag of `stint serve`, default, meaning and parser. This is
// the only file that reads the environment. docs/operate.md shows the same table; a test compares them.
import { isIP } from 'node:net'
import { type Clock, shiftedClock } from '../io/clock.ts'
import type { MailAddress } from '../io/mail-transport.ts'
import { parseKeys } from '../io/vault.ts'
import { isEmailAddress } from '../kit/email.ts'

export interface Settings {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly host: string
  readonly port: number
  readonly tls: 'auto' | 'off' | { readonly certFile: string; readonly keyFile: string }
  readonly trustProxy: readonly string[]
  readonly adminToken: string | undefined
  readonly secretKeys: readonly Buffer[] | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: MailAddress | undefined
  /** Ends with a slash. */
  readonly publicUrl: string | undefined
  /** 'public' when the demo company may be reached from other machines. */
  readonly demo: boolean | 'public'
  readonly dailyQuota: number
  readonly ratePerMinute: number | null
  readonly maxConnections: number
  readonly workers: number
  readonly log: string
  /** Null when metrics are off. */
  readonly metricsPort: number | null
  readonly metricsHost: string
  /** 0 logs no statement as slow. */
  readonly slowMs: number
  /** Seconds that the server's clock is ahead of the machine's; negative when it is behind. */
  readonly clockOffset: number
}

/** A setting with an invalid value. The message is one sentence that names it. */
export class SettingError extends Error {}

interface Setting<Key extends keyof Settings> {
  readonly key: Key
  readonly env: string
  readonly flag: string
  readonly shownDefault: string
  readonly meaning: string
  readonly read: (text: string | undefined) => Settings[Key] | SettingError
}

const setting = <Key extends keyof Settings>(
  key: Key,
  env: string,
  flag: string,
  shownDefault: string,
  meaning: string,
  read: (text: string | undefined) => Settings[Key] | SettingError,
): Setting<Key> => ({ key, env, flag, shownDefault, meaning, read })

const numberBetween = (min: number, most: number, fallback: number) => (text: string | undefined) => {
  if (text === undefined) return fallback
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= most) return number
  return new SettingError(`"${text}" is not a whole number from ${min} to ${most}`)
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function readTls(text = 'auto'): Settings['tls'] | SettingError {
  if (text === 'auto' || text === 'off') return text
  const [certFile, keyFile, more] = text.split(',').map((part) => part.trim())
  if (certFile && keyFile && more === undefined) return { certFile, keyFile }
  return new SettingError(`"${text}" is neither auto, off nor two files as cert.pem,key.pem`)
}

function readDatabaseUrl(text: string | undefined): string | undefined | SettingError {
  if (text === undefined || /^postgres(ql)?:\/\/\S+$/.test(text)) return text
  return new SettingError('must begin with postgres://; leave it out for the SQLite file in the data folder')
}

function readToken(text: string | undefined): string | undefined | SettingError {
  if (text === undefined || /^[A-Za-z0-9_-]{11,40}$/.test(text)) return text
  return new SettingError('must have 11 to 40 letters, digits, - or _')
}

/** The value is a secret, so the message does not repeat it. */
function readKeys(text: string | undefined): readonly Buffer[] | undefined | SettingError {
  if (text === undefined) return undefined
  return parseKeys(text) ?? new SettingError('must be keys of 32 random bytes each, in base64 or hex, comma-separated')
}

/** The value may contain a password, so the message does not repeat it. */
function readSmtpUrl(text: string | undefined): string | undefined | SettingError {
  if (text === undefined) return undefined
  const { hostname, pathname, search, hash } = URL.parse(text) ?? {}
  const plain = (pathname === '' || pathname === '/') && search === '' && hash === ''
  // A % that is not part of an escape could not be decoded in the user name or the password.
  const encoded = !/%(?![0-9a-fA-F]{2})|%[89a-fA-F]/.test(text)
  if (/^smtps?:\/\//.test(text) && hostname && plain && encoded) return text
  return new SettingError(
    'must be smtp://host:port or smtps://host:port, with user:password@ before the host if needed',
  )
}

function readMailFrom(text: string | undefined): MailAddress | undefined | SettingError {
  if (text === undefined) return undefined
  const [, name = '', bracketed] = /^([^<>@"\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  if (isEmailAddress(address)) return { name: name.trim(), address }
  return new SettingError(`"${text}" is neither an address nor of the form Name <address>`)
}

function readPublicUrl(text: string | undefined): string | undefined | SettingError {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const plain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (plain && /^https?:\/\//.test(text)) return url.href.endsWith('/') ? url.href : `${url.href}/`
  return new SettingError(`"${text}" is not an address of the form https://host/`)
}

/** Networks are written like 10.0.0.0/8. */
function readAddresses(text = ''): readonly string[] | SettingError {
  const parts = text.split(',').map((part) => part.trim())
  const addresses = parts.filter((part) => part !== '')
  const invalid = addresses.find((part) => {
    const [address = '', bits, more] = part.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return more !== undefined || most < 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most))
  })
  return invalid === undefined ? addresses : new SettingError(`"${invalid}" is neither an address nor a network`)
}

function readSwitch(text: string | undefined): boolean | SettingError {
  if (text === undefined) return false
  if (['1', 't', 'true', 'on', 'yes'].includes(text.toLowerCase())) return true
  if (['0', 'f', 'false', 'off', 'no'].includes(text.toLowerCase())) return false
  return new SettingError(`"${text}" is neither on nor off`)
}

function readDemo(text: string | undefined): boolean | 'public' | SettingError {
  if (text?.toLowerCase() === 'public') return 'public'
  const value = readSwitch(text)
  return value instanceof SettingError ? new SettingError(`"${text}" is neither on, off nor public`) : value
}

/** Seconds, not an instant: a restarted server must not go back in time. */
function readSeconds(text = '0'): number | SettingError {
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text)
  return new SettingError(`"${text}" is not a whole number of seconds`)
}

export const settingList = [
  setting('data', 'STINT_DATA', 'data', './data', 'Folder for database, files, certificate', (text = './data') => text),
  setting(
    'databaseUrl',
    'STINT_DATABASE_URL',
    'database-url',
    'SQLite file in the data folder',
    'postgres://... for PostgreSQL',
    readDatabaseUrl,
  ),
  setting('host', 'STINT_HOST', 'host', '127.0.0.1', 'Address to listen on', (text = '127.0.0.1') => text),
  setting('port', 'STINT_PORT', 'port', '8443', 'Port to listen on; 0 picks a free one', numberBetween(0, 65535, 8443)),
  setting(
    'tls',
    'STINT_TLS',
    'tls',
    'auto',
    'auto (self-made certificate, kept), off (loopback or trusted proxy only), or cert.pem,key.pem',
    readTls,
  ),
  setting(
    'trustProxy',
    'STINT_TRUST_PROXY',
    'trust-proxy',
    'none',
    'Addresses whose X-Forwarded-* headers are believed, comma-separated',
    readAddresses,
  ),
  setting(
    'adminToken',
    'STINT_ADMIN_TOKEN',
    'admin-token',
    'random',
    "First start only: the first Administrator's token (11 to 40 characters)",
    readToken,
  ),
  setting(
    'secretKeys',
    'STINT_SECRET_KEY',
    'secret-key',
    'secret.key in the data folder',
    'What secure notes are encrypted with: 32 random bytes in base64; older keys behind it, comma-separated',
    readKeys,
  ),
  setting(
    'smtpUrl',
    'STINT_SMTP_URL',
    'smtp-url',
    'none: no mails are written',
    'Mail server: smtp://user:password@host:587 or smtps://user:password@host:465',
    readSmtpUrl,
  ),
  setting(
    'mailFrom',
    'STINT_MAIL_FROM',
    'mail-from',
    'none',
    'Sender of mails, needed with STINT_SMTP_URL: stint@example.com or Stint <stint@example.com>',
    readMailFrom,
  ),
  setting(
    'publicUrl',
    'STINT_PUBLIC_URL',
    'public-url',
    'none: mails have no links',
    'Where people reach this server, for links in mails: https://stint.example.com/',
    readPublicUrl,
  ),
  setting(
    'demo',
    'STINT_DEMO',
    'demo',
    'off',
    'First start only: load the demo company. Everybody knows its passwords: on needs a loopback STINT_HOST, public does not',
    readDemo,
  ),
  setting(
    'dailyQuota',
    'STINT_DAILY_QUOTA',
    'daily-quota',
    '100000',
    'Requests an account may make in a GMT day, unless the account has its own number',
    numberBetween(1, 1_000_000_000, 100_000),
  ),
  setting(
    'ratePerMinute',
    'STINT_RATE_PER_MINUTE',
    'rate-per-minute',
    '6000',
    'Requests a minute with one token or session, or off',
    (text) => (text === 'off' ? null : numberBetween(1, 1_000_000, 6000)(text)),
  ),
  setting(
    'maxConnections',
    'STINT_MAX_CONNECTIONS',
    'max-connections',
    '1000',
    'Connections of each process; one address may have a quarter of them',
    numberBetween(10, 100_000, 1000),
  ),
  setting('workers', 'STINT_WORKERS', 'workers', '1', 'Processes sharing the port', numberBetween(1, 64, 1)),
  setting(
    'log',
    'STINT_LOG',
    'log',
    'info',
    'Level: fatal, error, warn, info, debug, trace or silent; JSON lines, pretty on a terminal',
    (text = 'info') =>
      logLevels.includes(text) ? text : new SettingError(`"${text}" is none of ${logLevels.join(', ')}`),
  ),
  setting(
    'slowMs',
    'STINT_SLOW_MS',
    'slow-ms',
    '500',
    'Statements of the database that take longer are logged, in milliseconds; 0 for none',
    numberBetween(0, 3_600_000, 500),
  ),
  setting(
    'metricsPort',
    'STINT_METRICS_PORT',
    'metrics-port',
    'off',
    'Port where monitoring reads /metrics, or off; 0 picks a free one',
    (text) => (text === undefined || text === 'off' ? null : numberBetween(0, 65535, 0)(text)),
  ),
  setting(
    'metricsHost',
    'STINT_METRICS_HOST',
    'metrics-host',
    '127.0.0.1',
    'Address to listen on for /metrics; it asks for no token',
    (text = '127.0.0.1') => text,
  ),
  setting(
    'clockOffset',
    'STINT_CLOCK_OFFSET',
    'clock-offset',
    '0',
    "Seconds added to the machine's clock; for tests and demonstrations only",
    readSeconds,
  ),
] as const

/** The clock for everything that the server stores and returns. */
export const clockOf = ({ clockOffset }: Settings): Clock => shiftedClock(clockOffset * 1000)

/** Flags override the environment. An empty value counts as not set. */
export function readSettings(flags: Readonly<Record<string, unknown>>, environment = process.env): Settings {
  const settings: Record<string, unknown> = {}
  for (const { key, env, flag, read } of settingList) {
    const flagValue = flags[camelCase(flag)]
    const text = flagValue === undefined ? environment[env] : flagValue === true ? 'on' : String(flagValue)
    const value = read(text === '' ? undefined : text)
    if (value instanceof SettingError) throw new SettingError(`${env} (--${flag}): ${value.message}.`)
    settings[key] = value
  }
  return settings as unknown as Settings
}

const camelCase = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
