// The caller of a request: role, account, person and the account's calendar. An actor is a required argument of every
// query above this layer. A person is a record; an actor is the person who makes this request.
import type { ChangeOrigin, Channel } from '../io/change-log.ts'
import { type Fragment, joinFragments, slot, sql } from '../io/sql.ts'

export type Role = 'Administrator' | 'Manager' | 'Resource' | 'Executive'

export const allRoles: readonly Role[] = ['Administrator', 'Manager', 'Resource', 'Executive']

/** The sets of roles that definitions use, for who may do something and from whom a field is hidden. */
export const administratorOnly: readonly Role[] = ['Administrator']
export const resourceOnly: readonly Role[] = ['Resource']
export const executiveOnly: readonly Role[] = ['Executive']
export const managers: readonly Role[] = ['Administrator', 'Manager']
export const nonManagers: readonly Role[] = ['Resource', 'Executive']
/** Everyone who works on projects; Executives only look at them. */
export const staff: readonly Role[] = ['Administrator', 'Manager', 'Resource']
/** What people may become by signing in for the first time: nobody becomes an Administrator by it. */
export const newcomerRoles = ['Resource', 'Manager'] as const
export type NewcomerRole = (typeof newcomerRoles)[number]

export const nonResources: readonly Role[] = ['Administrator', 'Manager', 'Executive']
export const nonAdministrators: readonly Role[] = ['Manager', 'Resource', 'Executive']

/** The role with its article, for messages. */
export const roleWithArticle = (role: Role): string => (/^[AE]/.test(role) ? `an ${role}` : `a ${role}`)

/** Group ids are fixed in every account (decision 34). */
export const groupOfRole: Readonly<Record<Role, number>> = { Administrator: 2, Manager: 3, Resource: 4, Executive: 5 }

/** The group ids of roles as SQL: one as in `groupid = ...`, several as in `groupid in ...`. */
export const groupSql = (role: Role): Fragment => sql.lit(groupOfRole[role])
export const groupsSql = (roles: readonly Role[]): Fragment => sql`(${joinFragments(roles.map(groupSql))})`

export const roleOfGroup = (groupid: number): Role | undefined => allRoles.find((role) => groupOfRole[role] === groupid)

/** What the SQL of a query depends on: the role, and whether the person is restricted to their own tasks. */
export interface Viewer {
  readonly role: Role
  readonly restricted: boolean
}

export interface Actor extends Viewer {
  readonly accountid: number
  readonly personid: number
  readonly clientid: number | null
  readonly timezone: string
  /** The account's calendar day and the instant of the request (decision 32), both as in responses. */
  readonly today: string
  readonly now: string
  /** How the request arrived, and its id, for the event log. */
  readonly channel: Channel
  readonly requestid: string | null
}

/** The id of the server itself, which acts by its schedule and is no person. */
export const serverId = 0

/** The actor as the origin of the changes that the request makes. */
export const originOf = ({ personid, channel, requestid, now }: Actor): ChangeOrigin => ({
  personid: personid === serverId ? null : personid,
  channel,
  requestid,
  now,
})

/** Slots that every statement may use. Their values come from the actor, never from the request. */
export const me: Fragment = slot('me')
export const today: Fragment = slot('today')
export const now: Fragment = slot('now')
export const ownClient: Fragment = slot('ownclient')

export const actorValues = (actor: Actor): Record<string, unknown> => ({
  me: actor.personid,
  today: actor.today,
  now: actor.now,
  ownclient: actor.clientid ?? 0,
})

export const viewerKey = (viewer: Viewer): string => (viewer.restricted ? `${viewer.role}-` : viewer.role)
