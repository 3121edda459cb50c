// A person: a user in one of the four roles, or a contact of a client without a login. Only Administrators write them.
// The rules that protect logins and the last Administrator stand in `person-rules.ts`, contact details in `personcontact.ts`.
import type { Role, Viewer } from '../define/actor.ts'
import { everyone, me } from '../define/actor.ts'
import { computed, label, placed, ref, sequence, stored } from '../define/fields.ts'
import { amongIds, anyOf, contains, found, ids, isFlag, isId, searchIn } from '../define/filters.ts'
import { datetime, flag, html, integer, padded, rate, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { account, anyOfThese, type Fragment, name, sql } from '../io/sql.ts'
import { zone } from './company-kinds.ts'
import { mailKindList, mailKinds } from './mail-kinds.ts'
import { tellOfLogin } from './mail-login.ts'
import { city, email, password } from './person-kinds.ts'
import { keepLoginsTrue } from './person-login.ts'
import { permit } from './person-permits.ts'
import { firstEmail, keepPersonRules, protectFromRemoval, writePersonRest } from './person-rules.ts'
import { inVisibleProject, ownProjects, seesAll } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']
const readers: readonly Role[] = ['Administrator', 'Manager', 'Resource']
const hideFrom: readonly Role[] = ['Resource', 'Executive']

/** People one shares a project with, oneself, and Administrators, who are on every project; Managers also see contacts of their clients. */
export function visiblePerson(viewer: Viewer): Fragment | null {
  if (seesAll(viewer)) return null
  const clients = sql`person.clientid in (select project.clientid from project
    where project.accountid = ${account} and project.id in ${ownProjects})`
  return anyOfThese([
    sql`person.id = ${me}`,
    sql`person.groupid = 2`,
    sql`person.id in (select member.personid from projectteam member
      where member.accountid = ${account} and member.projectid in ${ownProjects})`,
    ...(viewer.role === 'Manager' ? [clients] : []),
  ])
}

/** What is said of a person's client, to those who may see that client themselves (T-16); everyone knows their own. */
const ofSeenClient =
  (said: Fragment) =>
  (viewer: Viewer): Fragment =>
    seesAll(viewer)
      ? said
      : sql`case when person.id = ${me} or person.clientid in (select project.clientid from project
          where project.accountid = ${account} and project.id in ${ownProjects}) then ${said} end`

/** Contact details of private people are not for Resources and Executives, except their own (decision 50). */
export const contactsOpen = (viewer: Viewer): Fragment =>
  hideFrom.includes(viewer.role) ? sql`(person.private = 'f' or person.id = ${me})` : sql`1 = 1`

/** People with access to projects that a condition picks: their teams, and Administrators if any such project is there. */
const withAccess = (viewer: Viewer, projects: Fragment): Fragment => {
  const seen = sql`project.accountid = ${account} and ${projects} and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`}`
  return anyOfThese([
    sql`person.id in (select member.personid from projectteam member
      join project on project.accountid = member.accountid and project.id = member.projectid
      where member.accountid = ${account} and ${seen})`,
    sql`person.groupid = 2 and exists (select 1 from project where ${seen})`,
  ])
}

export const person = defineResource('person', {
  doc: 'People: users of the four roles and client contacts without login.',
  access: { list: readers, read: readers, create: administrator, update: administrator, delete: administrator },
  joins: { client: 'person.clientid', persongroup: 'person.groupid' },
  visible: visiblePerson,
  fields: {
    localid: sequence('person', integer),
    clientid: ref('client', { doc: 'Client the person is associated with; empty for team members' }),
    title: stored(text(255), { hideFrom }),
    firstname: stored(text(65), { required: true }),
    lastname: stored(text(85)),
    primaryaccount: stored(flag, {
      fixed: true,
      default: 'f',
      doc: 'Whether the person is the primary account holder',
    }),
    notes: stored(html, { hideFrom, doc: 'Short description of the person' }),
    allprojects: stored(flag, { default: 'f', hideFrom, doc: 'Joins the team of all future projects' }),
    active: stored(flag, { required: true, default: 't' }),
    private: stored(flag, {
      required: true,
      default: 't',
      hideFrom,
      doc: "'t' hides contact information from Resource and Executive users",
    }),
    tips: stored(flag, { fixed: true, default: 't', doc: 'In-app tips enabled' }),
    username: stored(text(255), { hideFrom, doc: 'Login name; blank removes the login' }),
    groupid: ref('group', { doc: 'Required for a person who can log in' }),
    group: label(name('persongroup.name')),
    client: label(ofSeenClient(name('client.name'))),
    numlogins: stored(integer, { fixed: true, hideFrom, default: 0 }),
    lastlogin: stored(datetime, { fixed: true, hideFrom }),
    timezone: stored(text(), { fixed: true, hideFrom, default: (actor) => actor.timezone }),
    timezone_offset: computed(city, name('person.timezone'), {
      hideFrom,
      doc: 'Label of the time zone, not an offset',
    }),
    restricttasks: stored(flag, {
      fixed: true,
      default: 'f',
      hideFrom,
      doc: 'Sees only tasks they own, are assigned to or follow',
    }),
    clientlocalid: computed(padded, ofSeenClient(name('client.localid'))),
    calendarorientation: stored(integer, { fixed: true, default: 1 }),
    editordisabled: stored(integer, { fixed: true, default: 0, doc: "'0' when the rich text editor is enabled" }),
    email: placed(email, (viewer) => sql`case when ${contactsOpen(viewer)} then ${firstEmail} end`, {
      doc: 'Required for a new person who can log in; otherwise edited through personcontact',
    }),
    hourlyrate: stored(rate, { fixed: true, hideFrom: ['Manager', 'Resource', 'Executive'] }),
    cancomment: stored(flag, { fixed: true, default: 't', hideFrom }),
    password: stored(password, { shown: false, doc: 'Login password; never shown' }),
    mailqueue: stored(flag, {
      default: 'f',
      hideFrom,
      ours: true,
      doc: 'On the mail-queue list: sees the work requests that belong to no project',
    }),
    notificationsoff: stored(mailKindList, {
      hideFrom,
      ours: true,
      doc: `Mails the person does not want: any of ${mailKinds.join(', ')}`,
    }),
  },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    username: contains('username', 'Usernames matching'),
    email: contains('email', 'E-mails matching'),
    firstname: contains('firstname', 'First names matching'),
    lastname: contains('lastname', 'Last names matching'),
    excludegroupids: ids('Excludes people in those groups', ({ shape, slotName }) =>
      anyOfThese([sql`person.groupid is null`, sql`not (${amongIds(sql`person.groupid`, shape, slotName)})`]),
    ),
    projectid: ids('People with access to the projects', ({ viewer, shape, slotName }) =>
      withAccess(viewer, amongIds(sql`project.id`, shape, slotName)),
    ),
    clientid: anyOf('clientid', 'People associated with the client'),
    projectclientid: ids('People with access to projects of the clients', ({ viewer, shape, slotName }) =>
      withAccess(viewer, amongIds(sql`project.clientid`, shape, slotName)),
    ),
    search: searchIn('Matches firstname, lastname, client, username, notes, contact info', (use) => [
      found(sql`person.firstname`, use),
      found(sql`person.lastname`, use),
      found(ofSeenClient(sql`client.name`)(use.viewer), use),
      ...(hideFrom.includes(use.viewer.role) ? [] : [found(sql`person.username`, use), found(sql`person.notes`, use)]),
      sql`exists (select 1 from personcontact where personcontact.accountid = person.accountid
        and personcontact.personid = person.id and ${contactsOpen(use.viewer)} and ${found(sql`personcontact.value`, use)})`,
    ]),
    active: isFlag('active', 'Active or inactive'),
    groupid: isId('groupid', 'People in the group'),
    allprojects: isFlag('allprojects', 'People added to all future projects'),
    restricttasks: isFlag('restricttasks', 'People restricted to tasks they own or are assigned'),
  },
  actions: { permit },
  before: keepPersonRules,
  after: async (change, id) => {
    await writePersonRest(change, id)
    await keepLoginsTrue(change, id)
  },
  tell: tellOfLogin,
  removing: protectFromRemoval,
})

/** The signed-in person: a list of exactly one record. What mails they want is theirs to say; the rest is not. */
const own = (field: keyof typeof person.fields & string) => (named: string) => {
  const found = person.fields[field]
  if (found === undefined) throw new Error(`person has no field ${field}`)
  return { ...found, hideFrom: [], set: 'never' as const, doc: found.doc || named }
}

export const meResource = defineResource('me', {
  doc: 'The signed-in person.',
  table: 'person',
  access: { list: everyone, update: everyone },
  ours: ['update'],
  itself: ({ personid }) => personid,
  joins: { client: 'person.clientid', persongroup: 'person.groupid' },
  visible: () => sql`person.id = ${me}`,
  fields: {
    ...Object.fromEntries(
      [
        'localid',
        'clientid',
        'title',
        'firstname',
        'lastname',
        'primaryaccount',
        'notes',
        'allprojects',
        'private',
        'tips',
        'username',
        'groupid',
        'group',
        'client',
        'numlogins',
        'lastlogin',
        'timezone_offset',
      ].map((field) => [field, own(field)]),
    ),
    groupid: (named) => ({ ...own('groupid')(named), nullable: false }),
    restricttasks: (named) => ({ ...own('restricttasks')(named), hideFrom: ['Administrator', 'Manager', 'Executive'] }),
    clientlocalid: computed(integer, name('client.localid')),
    calendarorientation: own('calendarorientation'),
    editordisabled: own('editordisabled'),
    timezone: stored(zone, {
      required: true,
      doc: "Moments are shown in it; which day it is, is the account's to say",
    }),
    notificationsoff: (named) => ({ ...own('notificationsoff')(named), set: 'always' }),
  },
})
