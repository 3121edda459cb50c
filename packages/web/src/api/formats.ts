// The formats of the signed-in person: the locale of their browser, the account's currency, their own time zone for moments.
import { todayIn } from '../kit/day.ts'
import { type Formats, formatsOf } from '../kit/format.ts'
import { useSession } from './session.tsx'

export const locale = navigator.languages[0] ?? 'en'

// Making formats is slow and many parts of a page ask for the same ones.
let made: { readonly key: string; readonly formats: Formats } | undefined

export function useFormats(): Formats {
  const { currency, persontimezone, timezone } = useSession()
  const zone = persontimezone || timezone
  const key = `${currency} ${zone}`
  if (made?.key !== key) made = { key, formats: formatsOf(locale, currency, zone) }
  return made.formats
}

/** The account's day. */
export const useToday = () => todayIn(useSession().timezone)
