// The message catalogue: every word that people read stands below words/, one file per area and language. Code names
// a message and never holds one. A message with a number or name in it is a function, so that each language orders it
// as it likes. These are the words needed everywhere; those of an area stand in a file of its own beside this one.

import { account } from './en/account.ts'
import { frame } from './en/frame.ts'
import { parts } from './en/parts.ts'
import { messagesHook } from './language.ts'

const en = { parts, frame, account }

export type Messages = typeof en

export const useMessages = messagesHook({ en })
