// The list of changes in an automatic note, as people read it. The API writes each change as "Label: old → new"; a
// value that was set for the first time has no old one to show.

export const shownChanges = (html: string): string => html.replaceAll(/(?<=<li>[^<:]*:) \(none\) →/g, '')
