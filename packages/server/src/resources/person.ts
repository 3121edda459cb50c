// A person: a user with one of the four roles, or a contact of a client without a login. Only Administrators write
// people. The rules that protect logins and the last Administrator are in `person-rules.ts`, contact details in
// `personcontact.ts`.
import {
  administratorOnly,
  allRoles,
  groupSql,
  me,
  nonAdministrators,
  nonManagers,
  nonResources,
  staff,
  type Viewer,
} from '../define/actor.ts'
import { computed, computedText, computedWritable, ref, sequence, stored } from '../define/fields.ts'
import { anyOf, equalsId, idMatches, idsFilter, isFlag } from '../define/filters.ts'
import { datetime, fiveDigitNumber, flag, html, integer, plainText, rate } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import {
  matchesSearch,
  searchedColumn,
  searchedParts,
  searchedThrough,
  searchFilter,
  textContains,
} from '../define/search-filters.ts'
import { accountSlot, anyCondition, type Fragment, sql, sqlName } from '../io/sql.ts'
import { firstEmail } from '../mail/email-contact.ts'
import { notifyNewLogin } from '../mail/login-mails.ts'
import { mailKindList, mailKinds, notificationKindList, notificationKinds } from '../mail/mail-kinds.ts'
import { passOnDocumentMails } from '../mail/outbox.ts'
import { timezoneKind } from './company-kinds.ts'
import { email, password, timezoneCity, weeklyHours } from './person-kinds.ts'
import { endRevokedSessions } from './person-login.ts'
import { setPermissions } from './person-permissions.ts'
import { enforcePersonRules, personRules, requireRoleAndEmail, writeEmailAndTokens } from './person-rules.ts'
import { joinManagedProjects } from './project-team-rules.ts'
import { inVisibleProject, ownProjects, seesAll, seesCosts } from './visibility.ts'

const readers = staff
const hideFrom = nonManagers

/** Oneself, members of one's projects, and Administrators, who see every project. Managers also see client contacts. */
export function visiblePerson(viewer: Viewer): Fragment | null {
  if (seesAll(viewer)) return null
  const clients = sql`person.clientid in (select project.clientid from project
    where project.accountid = ${accountSlot} and project.id in ${ownProjects})`
  return anyCondition([
    sql`person.id = ${me}`,
    sql`person.groupid = ${groupSql('Administrator')}`,
    sql`person.id in (select member.personid from projectteam member
      where member.accountid = ${accountSlot} and member.projectid in ${ownProjects})`,
    ...(viewer.role === 'Manager' ? [clients] : []),
  ])
}

/** A value of a person's client, only for viewers who may see that client (T-16). Everyone sees their own client. */
const ifClientVisible =
  (value: Fragment) =>
  (viewer: Viewer): Fragment =>
    seesAll(viewer)
      ? value
      : sql`case when person.id = ${me} or person.clientid in (select project.clientid from project
          where project.accountid = ${accountSlot} and project.id in ${ownProjects}) then ${value} end`

/** Contact details of private people are hidden from Resources and Executives, except their own (decision 50). */
export const contactsVisible = (viewer: Viewer): Fragment =>
  hideFrom.includes(viewer.role) ? sql`(person.private = 'f' or person.id = ${me})` : sql`1 = 1`

/** People with access to the projects of a condition: their teams, and Administrators if there is such a project. */
const hasProjectAccess = (viewer: Viewer, projects: Fragment): Fragment => {
  const visibleProjects = sql`project.accountid = ${accountSlot} and ${projects} and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`}`
  return anyCondition([
    sql`person.id in (select member.personid from projectteam member
      join project on project.accountid = member.accountid and project.id = member.projectid
      where member.accountid = ${accountSlot} and ${visibleProjects})`,
    sql`person.groupid = ${groupSql('Administrator')} and exists (select 1 from project where ${visibleProjects})`,
  ])
}

const notificationChoice = (doc: string) =>
  stored(notificationKindList, { hideFrom, extension: true, doc: `${doc}: any of ${notificationKinds.join(', ')}` })

export const person = defineResource('person', {
  noun: ['person', 'people'],
  doc: 'People: users of the four roles and client contacts who cannot sign in. In a path, `me` in place of the id is you.',
  access: {
    list: readers,
    read: readers,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  joins: { client: 'person.clientid', persongroup: 'person.groupid' },
  namedIds: { me: ({ personid }) => personid },
  visible: visiblePerson,
  allowed: personRules,
  fields: {
    localid: sequence('person', integer),
    clientid: ref('client', { doc: 'Client the person is associated with; empty for team members' }),
    title: stored(plainText(255), { hideFrom }),
    firstname: stored(plainText(65), { required: true }),
    lastname: stored(plainText(85)),
    primaryaccount: stored(flag, {
      readOnly: true,
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
    tips: stored(flag, { readOnly: true, default: 't', doc: 'In-app tips enabled' }),
    username: stored(plainText(255), { hideFrom, doc: 'Username; a blank means that the person cannot sign in' }),
    groupid: ref('group', { doc: 'Required for a person who can sign in' }),
    group: computedText(sqlName('persongroup.name')),
    client: computedText(ifClientVisible(sqlName('client.name'))),
    numlogins: stored(integer, { readOnly: true, hideFrom, default: 0 }),
    lastlogin: stored(datetime, { readOnly: true, hideFrom }),
    timezone: stored(plainText(), { readOnly: true, hideFrom, default: (actor) => actor.timezone }),
    timezone_offset: computed(timezoneCity, sqlName('person.timezone'), {
      hideFrom,
      doc: 'Label of the time zone, not an offset',
    }),
    restricttasks: stored(flag, {
      readOnly: true,
      default: 'f',
      hideFrom,
      doc: 'Sees only tasks they own, are assigned to or follow',
    }),
    clientlocalid: computed(fiveDigitNumber, ifClientVisible(sqlName('client.localid'))),
    calendarorientation: stored(integer, { readOnly: true, default: 1 }),
    editordisabled: stored(integer, { readOnly: true, default: 0, doc: "'0' when the rich text editor is enabled" }),
    email: computedWritable(email, (viewer) => sql`case when ${contactsVisible(viewer)} then ${firstEmail} end`, {
      doc: 'Required for a new person who can sign in; otherwise edited through personcontact',
    }),
    hourlyrate: stored(rate, { readOnly: true, hideFrom: nonAdministrators }),
    cancomment: stored(flag, { readOnly: true, default: 't', hideFrom }),
    password: stored(password, { shown: false, doc: 'Password of the person; never shown' }),
    mailqueue: stored(flag, {
      default: 'f',
      hideFrom,
      extension: true,
      doc: 'On the mail-queue list: sees the work requests that belong to no project',
    }),
    weeklyhours: stored(weeklyHours, {
      hideFrom,
      extension: true,
      doc: 'Hours that the person works in a week, from 0 to 168 with up to two decimals; blank when not set',
    }),
    costrate: stored(rate, {
      hideFrom,
      shownIf: seesCosts,
      extension: true,
      doc: 'What an hour of the person costs the company, in its currency; blank when not set. For Administrators, and for Managers if company.managersseecost allows it: others read a blank',
    }),
    notificationsoff: stored(mailKindList, {
      hideFrom,
      extension: true,
      doc: `Mails the person does not want: any of ${mailKinds.join(', ')}`,
    }),
    mailhourly: notificationChoice('Kinds that the person wants in one mail per hour'),
    maildaily: notificationChoice('Kinds that the person wants in one mail per day'),
    inappoff: notificationChoice('Kinds that the application does not show to the person'),
  },
  inSearch: { title: ['firstname', 'lastname'], context: 'title' },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    username: textContains('username', 'Usernames matching'),
    email: textContains('email', 'Emails matching'),
    firstname: textContains('firstname', 'First names matching'),
    lastname: textContains('lastname', 'Last names matching'),
    excludegroupids: idsFilter(
      'Excludes people in those groups',
      ({ variant, slotName }) =>
        anyCondition([sql`person.groupid is null`, sql`not (${idMatches(sql`person.groupid`, variant, slotName)})`]),
      { target: 'group' },
    ),
    projectid: idsFilter(
      'People with access to the projects',
      ({ viewer, variant, slotName }) => hasProjectAccess(viewer, idMatches(sql`project.id`, variant, slotName)),
      { target: 'project' },
    ),
    clientid: anyOf('clientid', 'People associated with the client'),
    projectclientid: idsFilter(
      'People with access to projects of the clients',
      ({ viewer, variant, slotName }) => hasProjectAccess(viewer, idMatches(sql`project.clientid`, variant, slotName)),
      { target: 'client' },
    ),
    search: searchFilter('Matches firstname, lastname, client, username, notes, contact info', (use) => [
      searchedColumn(use, 'firstname'),
      searchedColumn(use, 'lastname'),
      searchedThrough(use, 'clientid', {
        table: 'client',
        columns: ['name'],
        matches: matchesSearch(ifClientVisible(sql`client.name`)(use.viewer), use),
      }),
      ...(hideFrom.includes(use.viewer.role) ? [] : [searchedColumn(use, 'username'), searchedColumn(use, 'notes')]),
      searchedParts('personid', {
        table: 'personcontact',
        columns: ['value'],
        matches: sql`exists (select 1 from personcontact where personcontact.accountid = person.accountid
          and personcontact.personid = person.id and ${contactsVisible(use.viewer)} and ${matchesSearch(sql`personcontact.value`, use)})`,
      }),
    ]),
    active: isFlag('active', 'Active or inactive'),
    groupid: equalsId('groupid', 'People in the group'),
    allprojects: isFlag('allprojects', 'People added to all future projects'),
    restricttasks: isFlag('restricttasks', 'People restricted to tasks they own or are assigned'),
  },
  actions: { permit: setPermissions },
  resolveFields: requireRoleAndEmail,
  before: enforcePersonRules,
  after: async (change, id) => {
    await writeEmailAndTokens(change, id)
    await endRevokedSessions(change, id)
    await joinManagedProjects(change, id)
  },
  beforeRemove: ({ tx, id, actor }) => passOnDocumentMails(tx, id, actor.personid),
  notify: notifyNewLogin,
})

/** A field of the signed-in person: visible in every role, and read-only unless the definition below says otherwise. */
const ownField = (field: keyof typeof person.fields & string) => (name: string) => {
  const definition = person.fields[field]
  if (definition === undefined) throw new Error(`person has no field ${field}`)
  return { ...definition, hideFrom: [], settable: 'never' as const, doc: definition.doc || name }
}

/** A setting that each person chooses for themselves. */
const ownChoice = (field: string) => (name: string) => ({ ...ownField(field)(name), settable: 'always' as const })

export const meResource = defineResource('me', {
  doc: 'The signed-in person.',
  table: 'person',
  access: { list: allRoles, read: allRoles, update: allRoles },
  extensionOperations: ['read', 'update'],
  singletonId: ({ personid }) => personid,
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
      ].map((field) => [field, ownField(field)]),
    ),
    groupid: (name) => ({ ...ownField('groupid')(name), nullable: false }),
    restricttasks: (name) => ({
      ...ownField('restricttasks')(name),
      hideFrom: nonResources,
    }),
    clientlocalid: computed(integer, sqlName('client.localid')),
    calendarorientation: ownField('calendarorientation'),
    editordisabled: ownField('editordisabled'),
    timezone: stored(timezoneKind, {
      required: true,
      doc: 'Times are shown in it; the current day is that of the account',
    }),
    ...Object.fromEntries(
      ['notificationsoff', 'mailhourly', 'maildaily', 'inappoff'].map((field) => [field, ownChoice(field)]),
    ),
  },
})
