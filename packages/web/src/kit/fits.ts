// Whether what somebody typed fits a name: upper case, accents and the order of words do not matter.
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const fits = (name: string, typed: string): boolean =>
  plain(typed)
    .split(/\s+/)
    .every((part) => plain(name).includes(part))
