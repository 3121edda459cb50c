// Whom mails go to when the record itself does not say: who manages a project, who administers the account, who hears of
// requests without a project. Whether each of them may know of the record is asked later, for each.
import type { ReadTransaction } from '../io/database.ts'
import { account, type Statement, slot, sql, statement } from '../io/sql.ts'

const peopleOf = async (tx: ReadTransaction, found: Statement, values = {}): Promise<number[]> =>
  (await tx.all(found, values)).map(([person]) => Number(person))

const ofProject = statement(sql`select link.personid from projectmanager link
  where link.accountid = ${account} and link.projectid = ${slot('projectid')} order by link.position`)

export const managersOf = (tx: ReadTransaction, projectid: number): Promise<number[]> =>
  peopleOf(tx, ofProject, { projectid })

const inGroup = statement(sql`select person.id from person
  where person.accountid = ${account} and person.groupid = 2 and person.active = 't' order by person.id`)

export const administrators = (tx: ReadTransaction): Promise<number[]> => peopleOf(tx, inGroup)

const onMailQueueList = statement(sql`select person.id from person
  where person.accountid = ${account} and person.mailqueue = 't' and person.active = 't' order by person.id`)

export const mailQueueList = (tx: ReadTransaction): Promise<number[]> => peopleOf(tx, onMailQueueList)
