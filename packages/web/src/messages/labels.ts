// The labels and hints of fields, by resource and field, in the current language.

import { en } from './en/labels.ts'
import { messagesHook } from './language.ts'

const useFieldTexts = messagesHook({ en })

export const useLabels = () => useFieldTexts().labels

/** The hints of the fields of one resource. */
export const useHints = (resource: string): Readonly<Record<string, string>> => useFieldTexts().hints[resource] ?? {}
