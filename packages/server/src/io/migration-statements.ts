// The statements of a migration for PostgreSQL, which run one at a time, because Citus refuses several in one text. On
// a distributed database a new table gets its foreign keys after it is distributed, so they are taken out of its text
// here. It sends nothing.

const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/g

/** Without comments. A semicolon in a text or in the body of a function does not end a statement. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (token !== ';') {
      current += token
      continue
    }
    statements.push(current.trim())
    current = ''
  }
  return [...statements, current.trim()].filter((statement) => statement !== '')
}

export interface NewTable {
  readonly table: string
  readonly text: string
  /** The statements that add its foreign keys, with the names that PostgreSQL would have given them. */
  readonly keys: readonly string[]
}

/** A statement that creates a table, without its foreign keys; null for any other statement. */
export function newTableIn(statement: string): NewTable | null {
  const [, begin = '', table = '', body = '', end = ''] =
    /^(create\s+table\s+(\w+)\s*\()([\s\S]*)(\)[^)]*)$/i.exec(statement) ?? []
  if (table === '') return null
  const keys: string[] = []
  const addKey = (columns: string, target: string): void => {
    const name = `${table}_${columns
      .split(',')
      .map((column) => column.trim())
      .join('_')}_fkey`
    keys.push(`alter table ${table} add constraint ${name} foreign key (${columns}) references ${target.trim()}`)
  }
  const kept = splitList(body).flatMap((part) => {
    const [, columns, target = ''] = /^\s*foreign\s+key\s*\(([^)]*)\)\s*references\s+([\s\S]*)$/i.exec(part) ?? []
    if (columns !== undefined) {
      addKey(columns, target)
      return []
    }
    const [, column, own = '', parent = ''] = /^\s*(\w+)(\s[\s\S]*?)\sreferences\s+([\s\S]*)$/i.exec(part) ?? []
    if (column === undefined) return [part]
    addKey(column, parent)
    return [`${column}${own}`]
  })
  return { table, text: `${begin}${kept.join(',')}${end}`, keys }
}

/** The parts between commas that are in no parentheses. */
function splitList(body: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of body.matchAll(tokens)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}
