// All settings, each defined once: environment variable, flag of `stint serve`, default, meaning and parser. This is
// the only file that reads the environment. docs/operate.md shows the same table; a test compares them.
import type { NewcomerRole } from '../define/actor.ts'
import { type Clock, shiftedClock } from '../io/clock.ts'
import type { MailAddress } from '../io/mail-transport.ts'
import type { S3Location } from '../io/s3-bucket.ts'
import {
  logLevels,
  numberBetween,
  readAddresses,
  readCreate,
  readDatabaseUrl,
  readDemo,
  readEndpoint,
  readFiles,
  readHosts,
  readIssuer,
  readKeys,
  readMailFrom,
  readMailSettings,
  readPasswords,
  readPublicUrl,
  readSeconds,
  readSmtpUrl,
  readSwitch,
  readTls,
  readToken,
  SettingError,
} from './setting-parsers.ts'

export { SettingError }

export interface Settings {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** A bucket and a prefix; undefined for the folder. */
  readonly files: Pick<S3Location, 'bucket' | 'prefix'> | undefined
  readonly s3Endpoint: string | undefined
  readonly s3Region: string
  readonly s3KeyId: string | undefined
  readonly s3SecretKey: string | undefined
  readonly host: string
  readonly port: number
  readonly tls: 'auto' | 'off' | { readonly certFile: string; readonly keyFile: string }
  readonly trustProxy: readonly string[]
  readonly adminToken: string | undefined
  readonly secretKeys: readonly Buffer[] | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: MailAddress | undefined
  /** Whether Administrators may enter the mail server in the web application. */
  readonly mailSettings: 'auto' | 'on' | 'off'
  /** Ends with a slash. */
  readonly publicUrl: string | undefined
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcName: string
  /** The role of people who are created at their first sign-in; null if nobody is. */
  readonly oidcCreate: NewcomerRole | null
  readonly oidcTrustEmail: boolean
  readonly passwords: boolean
  /** 'public' when the demo company may be reached from other machines. */
  readonly demo: boolean | 'public'
  readonly dailyQuota: number
  readonly ratePerMinute: number | null
  readonly maxConnections: number
  readonly eventDays: number
  readonly webhookAllow: readonly string[]
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
  setting(
    'databaseConnections',
    'STINT_DATABASE_CONNECTIONS',
    'database-connections',
    '10',
    'Connections of each process to PostgreSQL',
    numberBetween(5, 500, 10),
  ),
  setting(
    'files',
    'STINT_FILES',
    'files',
    'the folder files in the data folder',
    'Where files are kept: s3://bucket/prefix for a store that speaks the S3 protocol',
    readFiles,
  ),
  setting(
    's3Endpoint',
    'STINT_S3_ENDPOINT',
    's3-endpoint',
    'Amazon S3',
    'The address of another S3 store: https://s3.example.com',
    readEndpoint,
  ),
  setting(
    's3Region',
    'STINT_S3_REGION',
    's3-region',
    'us-east-1',
    'The region of the bucket',
    (text = 'us-east-1') => text,
  ),
  setting(
    's3KeyId',
    'STINT_S3_KEY_ID',
    's3-key-id',
    'none',
    'The id of the access key for the bucket, needed with STINT_FILES',
    (text) => text,
  ),
  setting(
    's3SecretKey',
    'STINT_S3_SECRET_KEY',
    's3-secret-key',
    'none',
    'The secret of that access key',
    (text) => text,
  ),
  setting('host', 'STINT_HOST', 'host', '127.0.0.1', 'Address to listen on', (text = '127.0.0.1') => text),
  setting('port', 'STINT_PORT', 'port', '8443', 'Port to listen on; 0 picks a free one', numberBetween(0, 65535, 8443)),
  setting(
    'tls',
    'STINT_TLS',
    'tls',
    'auto',
    'auto (creates a certificate and keeps it), off (loopback or trusted proxy only), or cert.pem,key.pem',
    readTls,
  ),
  setting(
    'trustProxy',
    'STINT_TRUST_PROXY',
    'trust-proxy',
    'none',
    'Addresses whose X-Forwarded-* headers are trusted, comma-separated',
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
    'The key of secure notes: 32 random bytes in base64; then older keys, comma-separated',
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
    'mailSettings',
    'STINT_MAIL_SETTINGS',
    'mail-settings',
    'auto',
    'Whether Administrators may enter the mail server in the settings, if STINT_SMTP_URL does not set it: on, off, or auto (while the server has one account and no demo company)',
    readMailSettings,
  ),
  setting(
    'publicUrl',
    'STINT_PUBLIC_URL',
    'public-url',
    'none: mails have no links',
    'The address of this server for people, for links in mails: https://stint.example.com/',
    readPublicUrl,
  ),
  setting(
    'oidcIssuer',
    'STINT_OIDC_ISSUER',
    'oidc-issuer',
    'none',
    'Single sign-on for all accounts: the issuer of the OpenID Connect provider, as its discovery document writes it. Needs STINT_PUBLIC_URL',
    readIssuer,
  ),
  setting(
    'oidcClientId',
    'STINT_OIDC_CLIENT_ID',
    'oidc-client-id',
    'none',
    'The client that you have registered at the provider, needed with STINT_OIDC_ISSUER',
    (text) => text,
  ),
  setting(
    'oidcClientSecret',
    'STINT_OIDC_CLIENT_SECRET',
    'oidc-client-secret',
    'none: a public client',
    'The secret of that client',
    (text) => text,
  ),
  setting(
    'oidcName',
    'STINT_OIDC_NAME',
    'oidc-name',
    'single sign-on',
    'The name of the provider on the button of the sign-in page: Sign in with ...',
    (text = 'single sign-on') => text,
  ),
  setting(
    'oidcCreate',
    'STINT_OIDC_CREATE',
    'oidc-create',
    'off',
    'Resource or Manager: people whom nobody has added become people with this role when they sign in, while the server has one account',
    readCreate,
  ),
  setting(
    'oidcTrustEmail',
    'STINT_OIDC_TRUST_EMAIL',
    'oidc-trust-email',
    'off',
    'on if the provider leaves out email_verified although its addresses are verified',
    readSwitch,
  ),
  setting(
    'passwords',
    'STINT_PASSWORDS',
    'passwords',
    'on',
    'off: nobody signs in with a password; needs STINT_OIDC_ISSUER',
    readPasswords,
  ),
  setting(
    'demo',
    'STINT_DEMO',
    'demo',
    'off',
    'First start only: load the demo company. Its passwords are public: on needs a loopback STINT_HOST, public does not',
    readDemo,
  ),
  setting(
    'dailyQuota',
    'STINT_DAILY_QUOTA',
    'daily-quota',
    '100000',
    'Requests an account may make in a GMT day, unless the account has its own limit',
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
  setting(
    'eventDays',
    'STINT_EVENT_DAYS',
    'event-days',
    '400',
    'Days for which events (the history of records) are kept; 0 keeps them forever',
    numberBetween(0, 36_500, 400),
  ),
  setting(
    'webhookAllow',
    'STINT_WEBHOOK_ALLOW',
    'webhook-allow',
    'none: public addresses only',
    'Networks and hosts that webhooks, and sign-in providers of the settings, may reach although they are not public, also with http: 10.0.0.0/8,n8n.internal',
    readHosts,
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
    'Address to listen on for /metrics; it needs no token',
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
