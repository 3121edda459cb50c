// One API token in a list: its name, its limits, when it was created, last used and when it expires, and its buttons.
import type { ReactNode } from 'react'
import { useFormats } from '../../api/formats.ts'
import type { TokenRecord } from '../../api/session-api.ts'
import { instantOfWire } from '../../kit/format.ts'
import { useTokenMessages } from '../../messages/tokens.ts'
import { Badge } from '../../parts/badge.tsx'
import styles from './settings.module.css'

interface TokenLineProps {
  readonly token: TokenRecord
  /** Whose token it is, in a list of several people. */
  readonly owner?: string
  readonly children: ReactNode
}

/** The API writes an instant without its time zone, which is UTC. */
export function TokenLine({ token, owner, children }: TokenLineProps) {
  const messages = useTokenMessages()
  const formats = useFormats()
  const { dateexpires, lastused, lastaddress, resources } = token
  const facts = [
    owner,
    messages.created(formats.moment(instantOfWire(token.datecreated))),
    lastused === null ? messages.neverUsed : messages.used(formats.moment(instantOfWire(lastused)), lastaddress ?? ''),
    dateexpires === null ? undefined : messages.expiresOn(formats.moment(instantOfWire(dateexpires))),
    resources === '' ? undefined : messages.only(resources.replaceAll(',', ', ')),
  ].filter((fact) => fact !== undefined)
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{token.name}</span>
      {token.readonly === 't' && <Badge>{messages.readonlyBadge}</Badge>}
      <span className={styles.muted}>{facts.join(' · ')}</span>
      <span className={styles.entryEnd}>{children}</span>
    </li>
  )
}
