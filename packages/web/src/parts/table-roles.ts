// Explicit ARIA roles of table elements. Some browsers drop the implicit roles of a table that is laid out as a grid.

export const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
