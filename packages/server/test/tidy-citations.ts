// Citations for the tidy test: numbers such as `T-31`, `I-29` and `decision 33`, and the rows of docs/threats.md,
// docs/invariants.md and docs/decisions.md that define them. It compares numbers only; whether a citation fits the code
// is not checked.

const DEFINITION = /^\| <a id="([^"]*)"><\/a>([^|]*?) \|/gm

// A citation may be split over two lines of a comment, as in "(decisions 2,\n// 9 and 11)".
const LINE_BREAK = /\n[ \t]*(?:\/\/|--|\*)?[ \t]*/g

// There is no list for N-nn, so such a citation never resolves.
const LETTERED = /\b[INT]-\d+\b/g
const DECISIONS = /\bdecisions? (\d+(?:(?:, and |, | and | to )\d+\b)*)/gi

/** The numbers that the text defines, in order. */
export const definitionsIn = (text: string): string[] =>
  Array.from(text.matchAll(DEFINITION), ([, , number = '']) => number)

/** Definitions whose anchor is not their number, so that links would fail, and numbers that are defined twice. */
export function definitionErrors(text: string): string[] {
  const rows = Array.from(text.matchAll(DEFINITION), ([, anchor = '', number = '']) => ({ anchor, number }))
  if (rows.length === 0) return ['defines nothing']
  const astray = rows.filter(({ anchor, number }) => anchor !== number.toLowerCase().replace(' ', '-'))
  const repeated = rows.filter(({ number }, at) => rows.findIndex((row) => row.number === number) !== at)
  return [
    ...astray.map(({ anchor, number }) => `${number} has the anchor ${anchor}`),
    ...repeated.map(({ number }) => `${number} is defined twice`),
  ]
}

/** The numbers that the text cites, in the form of their definitions. Of a range only its two ends are checked. */
export function citationsIn(text: string): string[] {
  const flat = text.replaceAll(LINE_BREAK, ' ')
  const lettered = Array.from(flat.matchAll(LETTERED), ([number]) => number)
  const decisions = Array.from(flat.matchAll(DECISIONS), ([, numbers = '']) => numbers.match(/\d+/g) ?? []).flat()
  return [...lettered, ...decisions.map((number) => `decision ${number}`)]
}
