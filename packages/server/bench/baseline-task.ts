// Tasks in the baselines: the SQL and JSON of one record, and the lists that the benchmark requests. baseline-sqlite.ts
// and baseline-postgres.ts run them.
import { hours, label, nullable, type Placeholder, padded, type RecordKind, type Row } from './baseline-records.ts'

/** Separators between the links of one record and between the parts of one link: characters that no name contains. */
const linkEnd = '\u001e'
const partEnd = '\u001f'

/**
 * Position, id and name of each linked person in one text; sorting two of them here is cheaper than in the database.
 */
const linked = (table: string): string =>
  `(select string_agg(link.position || '${partEnd}' || link.personid || '${partEnd}' || trim(person.firstname || ' ' || person.lastname), '${linkEnd}')
    from ${table} link join person on person.accountid = link.accountid and person.id = link.personid
    where link.accountid = task.accountid and link.taskid = task.id)`

/** Checklist items and those that are done are counted in one number, as our server does. */
const doneItem = 1_000_000

const columns = `task.id, task.localid, task.queueid, task.statusid, task.projectid, task.moduleid, task.title,
  task.summary, task.dateopen, task.datedue, task.dateclosed, task.estimate, task.priorityid, task.datemodified,
  taskpriority.color, taskpriority.priority, taskpriority.name, taskstatus.name, taskstatus.priority,
  project.name, project.clientid, client.localid, client.name, task.milestoneid, milestone.title, module.name,
  project.localid, task.datecreated, projectlabel.name, projectlabel.priority, project.labelid,
  ${linked('taskassignee')}, ${linked('taskfollower')}, ${linked('taskowner')},
  (select sum(case when entry.billable = 't' then entry.time else 0 end) || ' ' || sum(entry.time)
    from time entry where entry.accountid = task.accountid and entry.taskid = task.id),
  (select sum(case when item.done = 't' then ${doneItem} + 1 else 1 end)
    from taskitem item where item.accountid = task.accountid and item.taskid = task.id)`

const joins = `left join project on project.accountid = task.accountid and project.id = task.projectid
  left join client on client.accountid = task.accountid and client.id = project.clientid
  left join projectlabel on projectlabel.accountid = task.accountid and projectlabel.id = project.labelid
  left join taskstatus on taskstatus.accountid = task.accountid and taskstatus.id = task.statusid
  left join taskpriority on taskpriority.accountid = task.accountid and taskpriority.id = task.priorityid
  left join module on module.accountid = task.accountid and module.id = task.moduleid
  left join milestone on milestone.accountid = task.accountid and milestone.id = task.milestoneid`

interface Linked {
  readonly ids: string
  readonly names: string
}

const noLinks: Linked = { ids: '', names: '""' }

function parseLinks(text: unknown): Linked {
  if (typeof text !== 'string') return noLinks
  if (!text.includes(linkEnd)) {
    const [, id = '', name] = text.split(partEnd)
    return { ids: id, names: JSON.stringify(name) }
  }
  const people = text.split(linkEnd).map((link) => link.split(partEnd))
  people.sort((a, b) => Number(a[0]) - Number(b[0]))
  return {
    ids: people.map((person) => person[1]).join(),
    names: JSON.stringify(people.map((person) => person[2]).join(', ')),
  }
}

function recordText(row: Row): string {
  const assignees = parseLinks(row[31])
  const followers = parseLinks(row[32])
  const owners = parseLinks(row[33])
  const [billable = 0, actual = 0] = typeof row[34] === 'string' ? row[34].split(' ').map(Number) : []
  const items = Number(row[35])
  return (
    `{"id":"${row[0]}","localid":"${row[1]}","queueid":${nullable(row[2])},"assigneeid":"${assignees.ids}",` +
    `"statusid":"${row[3]}","projectid":"${row[4]}","moduleid":"${row[5]}","title":${JSON.stringify(row[6])},` +
    `"summary":${JSON.stringify(row[7])},"dateopen":"${row[8]}","datedue":${nullable(row[9])},` +
    `"dateclosed":${nullable(row[10])},"estimate":"${hours(Number(row[11]))}","ownerid":"${owners.ids}",` +
    `"priorityid":"${row[12]}","datemodified":"${row[13]}","color":${label(row[14])},"priority":"${row[15]}",` +
    `"severity":${label(row[16])},"status":${label(row[17])},"status_order":"${row[18]}","project":${label(row[19])},` +
    `"clientid":${nullable(row[20])},"clientlocalid":${padded(row[21])},"client":${label(row[22])},` +
    `"milestoneid":${nullable(row[23])},"milestone":${label(row[24])},"module":${label(row[25])},` +
    `"projectlocalid":${padded(row[26])},"assignees":${assignees.names},"followers":${followers.names},` +
    `"followerid":"${followers.ids}","owners":${owners.names},"billable":"${hours(billable)}",` +
    `"unbillable":"${hours(actual - billable)}","actual":"${hours(actual)}","datecreated":"${row[27]}",` +
    `"projectlabel":${label(row[28])},"projectlabel_order":${nullable(row[29])},"projectlabelid":${nullable(row[30])},` +
    `"items":"${items % doneItem}","itemsdone":"${Math.floor(items / doneItem)}"}`
  )
}

export const task: RecordKind = { name: 'task', columns, joins, record: recordText }

/** The lists that the benchmark requests, without the search. */
export const taskLists = {
  plain: { where: (): string => '', order: 'task.id' },
  status: {
    where: (p: Placeholder): string => ` and task.statusid = ${p(3)}`,
    order: 'task.datedue is null, task.datedue, task.id',
  },
} as const

export interface NewTask {
  readonly title: string
  readonly summary: string
  readonly projectid: string
  readonly moduleid: string
  readonly statusid: string
  readonly priorityid: string
  readonly ownerid: string
  readonly assigneeid: string
  readonly dateopen: string
  readonly datedue: string
}
