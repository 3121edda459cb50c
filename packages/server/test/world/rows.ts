// The few rows that tests of the io floor need: an account with a project, its people and one task's surroundings.
// It goes through the io floor alone, so it says nothing about what the API would accept.
import { type Database, NextNumber, nextId, type WriteTransaction } from '../../src/io/database.ts'

export interface Ground {
  readonly accountid: number
  readonly project: number
  readonly person: number
  readonly module: number
  readonly status: number
  readonly priority: number
}

export async function newAccount(database: Database, name = 'Ours'): Promise<number> {
  return database.write(0, (tx) =>
    tx.insert('account', { id: nextId, name, timezone: 'UTC', datecreated: '2026-01-01 00:00:00' }),
  )
}

export const newPerson = (tx: WriteTransaction, username = ''): Promise<number> =>
  tx.insert('person', {
    id: nextId,
    localid: new NextNumber('person'),
    firstname: 'Ada',
    username,
    allprojects: 't',
    active: 't',
    private: 'f',
  })

export const newClient = (tx: WriteTransaction, name: string): Promise<number> =>
  tx.insert('client', {
    id: nextId,
    localid: new NextNumber('client'),
    name,
    datecreated: '2026-01-01 00:00:00',
    active: 't',
  })

export const newTask = (tx: WriteTransaction, ground: Ground, title: string): Promise<number> =>
  tx.insert('task', {
    id: nextId,
    localid: new NextNumber('task'),
    projectid: ground.project,
    moduleid: ground.module,
    statusid: ground.status,
    priorityid: ground.priority,
    title,
    dateopen: '2026-01-01',
    datecreated: '2026-01-01 00:00:00',
    datemodified: '2026-01-01 00:00:00',
    searchtext: title.toLowerCase(),
  })

export async function newGround(database: Database): Promise<Ground> {
  const accountid = await newAccount(database)
  return database.write(accountid, async (tx) => ({
    accountid,
    module: await tx.insert('module', { id: nextId, name: 'Design', active: 't' }),
    status: await tx.insert('taskstatus', { id: nextId, name: 'Open', priority: 1, active: 't' }),
    priority: await tx.insert('taskpriority', { id: nextId, name: 'High', color: '#f00', priority: 1, active: 't' }),
    project: await tx.insert('project', {
      id: nextId,
      localid: new NextNumber('project'),
      name: 'House',
      datestart: '2026-01-01',
      billable: 't',
      active: 't',
    }),
    person: await newPerson(tx),
  }))
}
