// The mail server that an Administrator has entered, for the whole server. Its password is encrypted in the database
// (T-146). What the environment says takes precedence; that, and opening connections, is decided elsewhere.
import type { Database, WriteTransaction } from '../io/database.ts'
import { slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'

/** Encrypted as soon as the server can, or from the start. */
export const mailSecurities = ['starttls', 'tls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

export interface MailSetting {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  /** Blank if the mail server asks for none. */
  readonly username: string
  readonly password: string
  /** An address, or of the form Name <address>. */
  readonly sender: string
  /** The address of this server for links in mails, ending with a slash; blank for no links. */
  readonly publicurl: string
}

const place = 'mail setting, password'

const stored = statement(sql`select mailsetting.host, mailsetting.port, mailsetting.security, mailsetting.username,
    mailsetting.password, mailsetting.sender, mailsetting.publicurl from mailsetting`)

/** Null if none was entered. Throws DecryptionError if the password was encrypted with a key that is missing. */
export async function readMailSetting(database: Database): Promise<MailSetting | null> {
  const row = await database.read(0, (tx) => tx.first(stored))
  if (row === undefined) return null
  const [host, port, security, username, password, sender, publicurl] = row
  return {
    host: String(host),
    port: Number(port),
    security: security === 'tls' ? 'tls' : 'starttls',
    username: String(username),
    password: isEncrypted(password) ? database.vault.decrypt(password, place) : '',
    sender: String(sender),
    publicurl: String(publicurl),
  }
}

const upsert = statement(sql`insert into mailsetting (id, host, port, security, username, password, sender, publicurl)
  values (1, ${slot('host')}, ${slot('port')}, ${slot('security')}, ${slot('username')}, ${slot('password')},
    ${slot('sender')}, ${slot('publicurl')})
  on conflict (id) do update set host = excluded.host, port = excluded.port, security = excluded.security,
    username = excluded.username, password = excluded.password, sender = excluded.sender,
    publicurl = excluded.publicurl`)

const remove = statement(sql`delete from mailsetting`)

/** Null removes it. */
export async function storeMailSetting(tx: WriteTransaction, vault: Vault, setting: MailSetting | null): Promise<void> {
  if (setting === null) return tx.run('mailsetting', remove)
  const password = setting.password === '' ? '' : vault.encrypt(setting.password, place)
  await tx.run('mailsetting', upsert, { ...setting, password })
}

/** Encrypts the password with the first key. Returns the number of texts that were encrypted anew. */
export async function rekeyMailSetting(database: Database): Promise<number> {
  const [, , , , password] = (await database.read(0, (tx) => tx.first(stored))) ?? []
  if (!isEncrypted(password) || database.vault.usesCurrentKey(password)) return 0
  const setting = await readMailSetting(database)
  await database.write(0, (tx) => storeMailSetting(tx, database.vault, setting))
  return 1
}
