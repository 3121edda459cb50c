// The search of all resources: what the search box of an application shows. It is a report because its rows are of many
// resources; each role finds what its lists would give.
import { allRoles } from '../define/actor.ts'
import { plainText, recordId } from '../define/kinds.ts'
import { defineReport, nullableReportField, reportField } from '../define/report.ts'

export const searchReport = defineReport('search', {
  doc: 'Records of all resources that have a text: up to five of each that the caller sees, the best matches first.',
  roles: allRoles,
  columns: {
    resource: reportField(plainText(), 'The resource of the record, such as task'),
    id: reportField(recordId, 'The record'),
    localid: nullableReportField(plainText(), 'Its number; null for resources without numbers'),
    title: reportField(plainText(), 'Its title or name'),
    context: nullableReportField(plainText(), 'The project, client or job title of the record'),
  },
  parameters: {
    q: reportField(
      plainText(255),
      'A part of a text, in any letter case, with or without accents. Nothing is found without it',
    ),
  },
  rows: async (tx, actor, parameters, findRecords) => {
    const text = String(parameters.get('q') ?? '').trim()
    return text === '' ? [] : findRecords(tx, actor, text)
  },
})
