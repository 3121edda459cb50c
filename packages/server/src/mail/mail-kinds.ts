// The kinds of mails that people get and can turn off, each with the words for why somebody gets one. A person's list of
// those they do not want is kept as the names, comma-separated, in the order of this table.

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

/** About one's own login: whoever could turn these off would do so before doing harm. */
export const noticeKinds = ['passwordchanged', 'mailtest'] as const

export type NoticeKind = (typeof noticeKinds)[number]

export const isNotice = (name: string): name is NoticeKind => noticeKinds.some((kind) => kind === name)

const isMailKind = (name: string): name is MailKind => mailKinds.some((kind) => kind === name)

export const parseMailKinds = (stored: unknown): string[] => String(stored).split(',')

const plain = plainText()

/** Several of the kinds; order and repetition mean nothing. */
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
