// Texts of the public page of an estimate, by the name of a language.

import { de } from './de/public-estimate.ts'
import { en } from './en/public-estimate.ts'
import { es } from './es/public-estimate.ts'
import { fr } from './fr/public-estimate.ts'

const catalogues: Readonly<Record<string, typeof en>> = { en, de, fr, es }

export const publicEstimateMessages = (language: string): typeof en => catalogues[language] ?? en
