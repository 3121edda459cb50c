// Setting up a second factor, from the profile and during sign-in alike: a new secret with its QR code, and the first
// code that confirms it.
import { readOwnLogin } from '../../auth/own-password.ts'
import { beginFactor, confirmFactor } from '../../auth/second-factor.ts'
import { endOtherSessions, endSessions } from '../../auth/session.ts'
import type { Actor } from '../../define/actor.ts'
import { originOf } from '../../define/actor.ts'
import { badRequest } from '../../define/api-error.ts'
import type { WriteTransaction } from '../../io/database.ts'
import type { Vault } from '../../io/vault.ts'
import { qrCode } from '../../kit/qr-code.ts'
import { base32, totpAddress } from '../../kit/totp.ts'
import { notifyFactorOn } from '../../mail/security-mails.ts'
import type { MailContext } from '../../mail/write-mails.ts'
import type { ServerOptions } from '../server-options.ts'

export interface FactorSetUp {
  /** In groups of four letters. */
  readonly secret: string
  /** An SVG document. */
  readonly qr: string
  /** What the QR code contains, for a phone that cannot scan its own screen. */
  readonly address: string
}

export async function beginSetUp(
  { database, clock }: Pick<ServerOptions, 'database' | 'clock'>,
  actor: Actor,
): Promise<FactorSetUp> {
  const { accountid, personid } = actor
  const begin = async (tx: WriteTransaction) => ({
    secret: await beginFactor(tx, database.vault, personid, clock.now()),
    username: (await readOwnLogin(tx, personid))?.names.username ?? '',
  })
  const { secret, username } = await database.write(accountid, begin, originOf(actor))
  if (secret === null) throw badRequest('factor: two-factor sign-in is already on; turn it off first')
  const groups = base32(secret).match(/.{1,4}/g) ?? []
  const address = totpAddress('Stint', username, secret)
  return { secret: groups.join(' '), qr: qrCode(address), address }
}

/** Returns the recovery codes; null if the code is wrong. Without a session all sessions of the person end. */
export async function confirmSetUp(
  context: MailContext,
  vault: Vault,
  { code, now, sessionid }: { readonly code: string; readonly now: number; readonly sessionid: number | null },
): Promise<string[] | null> {
  const { tx, actor } = context
  const { personid } = actor
  const codes = await confirmFactor(tx, vault, { personid, code, now })
  if (codes === null) return null
  if (sessionid === null) await endSessions(tx, personid)
  else await endOtherSessions(tx, personid, sessionid)
  await notifyFactorOn(context, personid)
  return codes
}
