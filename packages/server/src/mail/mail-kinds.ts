// The kinds of notifications and mails, which of them people can turn off, and how a person wants them. A person's list
// of kinds is stored as comma-separated names in the order of this table. It contains no text of mails.

import { Invalid } from '../define/api-error.ts'
import { type Kind, plainText } from '../define/kinds.ts'
import { excerpt } from '../kit/text.ts'

export const mailKinds = [
  'taskassigned',
  'taskchanged',
  'taskcommented',
  'milestone',
  'projectnote',
  'requestreceived',
  'requestaccepted',
  'timesheetsubmitted',
  'timesheetapproved',
  'timesheetrejected',
  'budgetalert',
  'newlogin',
  'mentioned',
  'duetomorrow',
  'recurringcreated',
  'recurringwaiting',
  'estimateaccepted',
  'estimatedeclined',
  'mailfailed',
  'requestcommented',
] as const

export type MailKind = (typeof mailKinds)[number]

/** Mails that cannot be turned off. An attacker would turn off those about the login first. */
export const noticeKinds = [
  'passwordchanged',
  'invitation',
  'resetlink',
  'webhookoff',
  'secondfactor',
  'newbrowser',
  'newtoken',
  'emailchanged',
  'identitychanged',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

export const isNotice = (name: string): name is NoticeKind => noticeKinds.some((kind) => kind === name)

/** The kinds that are shown in the application: whoever reads them there has a login and knows it. */
export const notificationKinds = mailKinds.filter((kind) => kind !== 'newlogin')

export const isNotificationKind = (name: string): boolean => notificationKinds.some((kind) => kind === name)

export type Delivery = 'now' | 'hourly' | 'daily' | 'never'

/** Written by the server once a day, without a request that asks for mails: only people who want it get it by mail. */
const onlyCollected: MailKind = 'duetomorrow'

/** The kinds that a person does not want by mail, and those that they want in one mail per day or hour. */
export type Deliveries = Readonly<Record<'off' | 'daily' | 'hourly', readonly string[]>>

export function deliveryOf(kind: string, { off, daily, hourly }: Deliveries): Delivery {
  if (isNotice(kind)) return 'now'
  if (off.includes(kind)) return 'never'
  if (daily.includes(kind)) return 'daily'
  if (hourly.includes(kind)) return 'hourly'
  return kind === onlyCollected ? 'never' : 'now'
}

export const parseMailKinds = (stored: unknown): string[] => String(stored).split(',')

const plain = plainText()

/** A list of kinds; order and duplicates do not matter. */
const kindList = (kinds: readonly string[]): Kind => ({
  ...plain,
  name: 'words',
  allowedValues: kinds,
  parse: (wire) => {
    const value = plain.parse(wire)
    if (typeof value !== 'string') return value
    const names = value.split(',').map((name) => name.trim())
    const unknown = names.find((name) => !kinds.includes(name))
    if (unknown !== undefined) return new Invalid(`has "${excerpt(unknown)}"; use ${kinds.join(', ')}`)
    return kinds.filter((kind) => names.includes(kind)).join(',')
  },
})

export const mailKindList = kindList(mailKinds)
export const notificationKindList = kindList(notificationKinds)
