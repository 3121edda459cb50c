// The words of a client's portal, in the language that is shown.
import { choose } from './choose.ts'
import { en } from './en/portal.ts'

export const usePortalWords = choose({ en })
