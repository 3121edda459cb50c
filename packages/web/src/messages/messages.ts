// The message catalogue. Every text that users read is in a folder per language (en/), one file per area; components
// contain no texts. A message with a number or name in it is a function, because word order differs by language. This
// file has the texts that all screens need; those of an area are in a file of their own in this folder.

import { account } from './en/account.ts'
import { frame } from './en/frame.ts'
import { parts } from './en/parts.ts'
import { messagesHook } from './language.ts'

const en = { parts, frame, account }

export type Messages = typeof en

export const useMessages = messagesHook({ en })
