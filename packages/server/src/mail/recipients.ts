// Recipients that are not named in the record itself: managers of a project, Administrators, people on the mail-queue
// list. Whether each of them may see the record is checked later, in `write-mails.ts`.
import { groupSql } from '../define/actor.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, type Statement, slot, sql, statement } from '../io/sql.ts'

const personIds = async (tx: ReadTransaction, people: Statement, values = {}): Promise<number[]> =>
  (await tx.all(people, values)).map(([person]) => Number(person))

const managersOfProject = statement(sql`select link.personid from projectmanager link
  where link.accountid = ${accountSlot} and link.projectid = ${slot('projectid')} order by link.position`)

export const projectManagerIds = (tx: ReadTransaction, projectid: number): Promise<number[]> =>
  personIds(tx, managersOfProject, { projectid })

const activeAdministrators = statement(sql`select person.id from person
  where person.accountid = ${accountSlot} and person.groupid = ${groupSql('Administrator')} and person.active = 't' order by person.id`)

export const administratorIds = (tx: ReadTransaction): Promise<number[]> => personIds(tx, activeAdministrators)

const managersWhoApprove = statement(sql`select distinct person.id from person
  join projectteam own on own.accountid = person.accountid and own.personid = person.id
  join projectteam owners on owners.accountid = own.accountid and owners.projectid = own.projectid
    and owners.personid = ${slot('owner')}
  where person.accountid = ${accountSlot} and person.groupid = ${groupSql('Manager')} and person.active = 't'
    and person.id <> ${slot('owner')} and exists (select 1 from company where company.accountid = ${accountSlot}
      and company.managersapprove = 't')
  order by person.id`)

/** The people who may decide about a week of the owner: Administrators, and Managers if the company lets them. */
export const approverIds = async (tx: ReadTransaction, owner: number): Promise<number[]> => [
  ...(await administratorIds(tx)),
  ...(await personIds(tx, managersWhoApprove, { owner })),
]

const onMailQueueList = statement(sql`select person.id from person
  where person.accountid = ${accountSlot} and person.mailqueue = 't' and person.active = 't' order by person.id`)

export const mailQueueIds = (tx: ReadTransaction): Promise<number[]> => personIds(tx, onMailQueueList)
