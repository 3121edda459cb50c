// Whether a typed text matches a name. Case, accents and the order of words do not matter.
const normalized = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const matchesText = (name: string, typed: string): boolean =>
  normalized(typed)
    .split(/\s+/)
    .every((part) => normalized(name).includes(part))
