// The plural forms of English, for all catalogues of this language.
import { pluralOf } from '../plural.ts'

export const plural = pluralOf('en')
