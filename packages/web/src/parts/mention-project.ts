// The project of the record on screen. The editor offers people with access to it, because nobody else would see the
// text. Without it all visible people are offered; the server tells only those who see the record.
import { createContext } from 'react'

export const MentionProject = createContext<number | null>(null)
