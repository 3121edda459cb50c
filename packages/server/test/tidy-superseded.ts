// Which decision records supersede which, for the tidy test: the old record, the new one and the table of
// docs/adr/README.md each say it, and must agree. Whether a decision really changed is not checked.

export interface DecisionRecord {
  readonly path: string
  readonly text: string
}

/** A sentence of the new record: `Supersedes ADR 7.`, `Supersedes the part of ADR 7 about ...`. */
const SUPERSEDES = /\b(?:supersedes|replaces)\b[^.]*/gi
/** The paragraph under the title of the old record: `Superseded in part by ADR 30 (the cookie).` */
const SUPERSEDED = /^Superseded (in part )?by (?:.+\n)+/m
const TABLE_ROW = /^\| (\d+) \| \[.*\]\(.*\)(?:, superseded (in part )?by (.*?))? \|$/gm

/** Numbers of records, and `decision 52`, because a numbered decision can supersede a record too. */
interface Mark {
  readonly isPartial: boolean
  readonly names: readonly string[]
}

const withoutTargets = (text: string): string => text.replaceAll(/\]\([^)]*\)/g, ']')

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\bADR (\d+)|\b(decision \d+)/g), ([, number, decision]) => number ?? decision ?? '')

function markIn(text: string): Mark {
  const [paragraph = '', part] = SUPERSEDED.exec(withoutTargets(text)) ?? []
  return { isPartial: part !== undefined, names: namesIn(paragraph) }
}

const supersededIn = (text: string): string[] =>
  Array.from(withoutTargets(text).matchAll(SUPERSEDES), ([sentence]) => namesIn(sentence)).flat()

const marksOfTable = (table: string): ReadonlyMap<string, Mark> =>
  new Map(
    Array.from(table.matchAll(TABLE_ROW), ([, number = '', part, names]): [string, Mark] => [
      number,
      { isPartial: part !== undefined, names: names?.split(/, | and /) ?? [] },
    ]),
  )

const inWords = ({ isPartial, names }: Mark): string =>
  names.length === 0 ? 'not superseded' : `superseded ${isPartial ? 'in part ' : ''}by ${names.join(', ')}`

/** What one of the three places says and another one does not. */
export function supersededErrors(table: string, records: readonly DecisionRecord[]): string[] {
  const inTable = marksOfTable(table)
  const all = records.map(({ path, text }) => ({
    number: String(Number(/(\d{4})-[^/]*$/.exec(path)?.[1])),
    mark: markIn(text),
    supersedes: supersededIn(text),
  }))
  const errors = all.map(({ number, mark, supersedes }) => {
    const row = inTable.get(number)
    const newer = all.filter((other) => mark.names.includes(other.number))
    const older = all.filter((other) => supersedes.includes(other.number))
    return [
      row !== undefined && inWords(row) === inWords(mark)
        ? []
        : `ADR ${number} is ${inWords(mark)}; the table says ${row === undefined ? 'nothing' : inWords(row)}`,
      newer
        .filter((other) => !other.supersedes.includes(number))
        .map((other) => `ADR ${other.number} does not say that it supersedes ADR ${number}`),
      older
        .filter((other) => !other.mark.names.includes(number))
        .map((other) => `ADR ${other.number} does not say that ADR ${number} supersedes it`),
    ].flat()
  })
  return errors.flat()
}
