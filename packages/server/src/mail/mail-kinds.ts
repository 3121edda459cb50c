// The kinds of mails, and which of them people can turn off. A person's list of unwanted kinds is stored as
// comma-separated names in the order of this table. It contains no text of mails.

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
] as const

export type MailKind = (typeof mailKinds)[number]

/** Mails about the login cannot be turned off: an attacker would turn them off first. */
export const noticeKinds = ['passwordchanged', 'mailtest'] as const

export type NoticeKind = (typeof noticeKinds)[number]

export const isNotice = (name: string): name is NoticeKind => noticeKinds.some((kind) => kind === name)

const isMailKind = (name: string): name is MailKind => mailKinds.some((kind) => kind === name)

export const parseMailKinds = (stored: unknown): string[] => String(stored).split(',')

const plain = plainText()

/** A list of kinds; order and duplicates do not matter. */
export const mailKindList: Kind = {
  ...plain,
  name: 'words',
  allowedValues: mailKinds,
  parse: (wire) => {
    const value = plain.parse(wire)
    if (typeof value !== 'string') return value
    const names = value.split(',').map((name) => name.trim())
    const unknown = names.find((name) => !isMailKind(name))
    if (unknown !== undefined) return new Invalid(`has "${excerpt(unknown)}", which is none of ${mailKinds.join(', ')}`)
    return mailKinds.filter((kind) => names.includes(kind)).join(',')
  },
}
