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

const onMailQueueList = statement(sql`select person.id from person
  where person.accountid = ${accountSlot} and person.mailqueue = 't' and person.active = 't' order by person.id`)

export const mailQueueIds = (tx: ReadTransaction): Promise<number[]> => personIds(tx, onMailQueueList)
