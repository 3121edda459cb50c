// Parses CSV as RFC 4180 describes it, strictly: every record ends with CR LF, and a quote is only allowed where a
// quoted cell begins or ends. It tests the CSV that the server writes; the server itself reads none.

/** The cells of every record. */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const quoted = text[at] === '"'
    const [cell, end] = quoted ? quotedCell(text, at) : plainCell(text, at)
    cells.push(cell)
    if (text[end] === ',') at = end + 1
    else {
      if (text.slice(end, end + 2) !== '\r\n') throw new Error(`a record does not end with CR LF at ${end}`)
      records.push(cells)
      cells = []
      at = end + 2
    }
    if (cells.length > 0 && at === text.length) throw new Error('the last record does not end')
  }
  return records
}

function quotedCell(text: string, start: number): [cell: string, end: number] {
  let cell = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at++
    } else return [cell, at + 1]
  }
  throw new Error(`a quoted cell that begins at ${start} does not end`)
}

function plainCell(text: string, start: number): [cell: string, end: number] {
  const length = text.slice(start).search(/[,"\r\n]/)
  if (length < 0) throw new Error('the last record does not end')
  if (text[start + length] === '"') throw new Error(`a stray quote at ${start + length}`)
  return [text.slice(start, start + length), start + length]
}

/** Records by the names in the first line. */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...records] = readCsv(text)
  return records.map((cells) => {
    if (cells.length !== names.length) throw new Error(`a record has ${cells.length} cells, not ${names.length}`)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}
