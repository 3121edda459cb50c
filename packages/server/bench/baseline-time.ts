// Time entries in the baselines: the SQL and JSON of one record, and the list of a person's week. There is no
// validation: every entry is accepted.
import { hours, label, money, nullable, type Placeholder, type RecordKind, type Row } from './baseline-records.ts'

const columns = `time.id, time.projectid, time.moduleid, time.taskid, time.worktypeid, time.personid, time.date, time.time,
  time.description, time.billable, time.datemodified, module.name, project.name, worktype.name,
  (select part.hourlyrate from projectworktype part where part.accountid = time.accountid
    and part.projectid = time.projectid and part.worktypeid = time.worktypeid),
  task.localid, task.title, person.firstname, person.lastname, project.active, project.clientid, client.name,
  client.active, task.statusid, task.milestoneid`

const joins = `left join project on project.accountid = time.accountid and project.id = time.projectid
  left join client on client.accountid = time.accountid and client.id = project.clientid
  left join task on task.accountid = time.accountid and task.id = time.taskid
  left join module on module.accountid = time.accountid and module.id = time.moduleid
  left join worktype on worktype.accountid = time.accountid and worktype.id = time.worktypeid
  left join person on person.accountid = time.accountid and person.id = time.personid`

const record = (row: Row): string =>
  `{"id":"${row[0]}","projectid":"${row[1]}","moduleid":"${row[2]}","taskid":${nullable(row[3])},` +
  `"worktypeid":"${row[4]}","personid":"${row[5]}","date":"${row[6]}","time":"${hours(Number(row[7]))}",` +
  `"description":${JSON.stringify(row[8])},"billable":"${row[9]}","datemodified":"${row[10]}","dateiso":"${row[6]}",` +
  `"module":${label(row[11])},"project":${label(row[12])},"worktype":${label(row[13])},"hourlyrate":${money(row[14])},` +
  `"tasklocalid":${nullable(row[15])},"task":${label(row[16])},"firstname":${label(row[17])},` +
  `"lastname":${label(row[18])},"active":"${row[19]}","person":${label(`${row[17]} ${row[18]}`.trim())},` +
  `"clientid":${nullable(row[20])},"client":${label(row[21])},"clientactive":${nullable(row[22])},` +
  `"statusid":${nullable(row[23])},"milestoneid":${nullable(row[24])},"ogmilestoneid":${nullable(row[24])}}`

export const time: RecordKind = { name: 'time', columns, joins, record }

export const weekOfPerson = {
  where: (p: Placeholder): string => ` and time.personid = ${p(3)} and time.date >= ${p(4)} and time.date <= ${p(5)}`,
  order: 'time.id',
}

/** Entries of weeks that are not approved. */
export const notApproved = {
  where: " and time.approved = 'f'",
  order: 'time.id',
}

export interface NewTime {
  readonly taskid: string
  readonly worktypeid: string
  readonly personid: string
  readonly date: string
  readonly time: string
  readonly description: string
  readonly billable: string
}

/** Hours from a request, in millionths. */
export const millionths = (text: string): number => Math.round(Number(text) * 1_000_000)
