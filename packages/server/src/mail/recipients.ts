// Whom mails go to when the record itself does not say: who manages a project, who administers the account, who hears of
// requests without a project. Whether each of them may know of the record is asked later, for each.
import { groupSql } from '../define/actor.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, type Statement, slot, sql, statement } from '../io/sql.ts'

const personIds = async (tx: ReadTransaction, found: Statement, values = {}): Promise<number[]> =>
  (await tx.all(found, values)).map(([person]) => Number(person))

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
