// The texts about what stands on the lines of an invoice, in English.

export const en = {
  groupBy: 'Group hours by',
  groupings: {
    worktype: 'Work type',
    task: 'Task',
    person: 'Person',
    day: 'Day',
    entry: 'Time entry',
  },
  groupHint:
    'When you change this and save, the hours are imported again and the descriptions of these lines are lost.',
  duplicate: 'Duplicate invoice',
  duplicated: 'Draft created with the same texts and lines. Hours are not copied.',
  nameInGroup: (group: string, worktype: string) => `${group} (${worktype})`,
} as const
