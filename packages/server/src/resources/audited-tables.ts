// Tables that are no resources and whose changes the event log records too: the account, its API tokens, calendar
// addresses and identities at providers, and the teams of projects. The events of a team have the id of the project as
// their record id.
import { date, datetime, flag, integer, plainText, recordId } from '../define/kinds.ts'
import type { AuditedTable } from '../define/resource.ts'

export const auditedTables: readonly AuditedTable[] = [
  {
    resource: 'account',
    table: 'account',
    key: ['id'],
    columns: {
      name: plainText(),
      timezone: plainText(),
      datecreated: date,
      dailyquota: integer,
      rateperminute: integer,
      activeprojectlimit: integer,
    },
  },
  {
    resource: 'token',
    table: 'token',
    key: ['id'],
    columns: {
      personid: recordId,
      name: plainText(),
      datecreated: datetime,
      dateexpires: datetime,
      readonly: flag,
      resources: plainText(),
    },
  },
  {
    resource: 'calendarfeed',
    table: 'calendarfeed',
    key: ['id'],
    columns: { personid: recordId, datecreated: datetime },
  },
  {
    resource: 'identity',
    table: 'identity',
    key: ['id'],
    columns: { personid: recordId, issuer: plainText(), subject: plainText(), datecreated: datetime },
  },
  {
    resource: 'projectteam',
    table: 'projectteam',
    key: ['projectid', 'personid'],
    columns: { securenotes: flag },
  },
]
