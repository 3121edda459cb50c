// The roles that the elements of a table have by themselves, said aloud: laid out as a grid, some browsers would
// forget them.

export const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
