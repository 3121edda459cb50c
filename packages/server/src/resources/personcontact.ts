// A contact entry of a person, such as a phone number, e-mail or address. Everyone may write their own; only
// Administrators may write those of others. Entries of private people are hidden from Resources and Executives.
import { allRoles, me } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computed, computedText, ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { plainText, recordId } from '../define/kinds.ts'
import {
  type Change,
  changesField,
  type Deletion,
  defineResource,
  type RecordRule,
  valueAfter,
} from '../define/resource.ts'
import { accountSlot, allConditions, sql, sqlName } from '../io/sql.ts'
import { emailContactId } from '../mail/email-contact.ts'
import { notifyEmailChanged } from '../mail/security-mails.ts'
import { contactsVisible, visiblePerson } from './person.ts'
import { emailError } from './person-kinds.ts'
import { seesAll } from './visibility.ts'

const emailContactType = 1

const notOwnError = (verb: string) =>
  forbidden(`personcontact: only an Administrator can ${verb} contact details of another person`)

const ownContact = (verb: string): RecordRule => ({
  where: (viewer) => (seesAll(viewer) ? null : sql`personcontact.personid = ${me}`),
  error: () => notOwnError(verb),
})

/** The mails of a person go to the oldest of their addresses; they are told at that one when it changes. */
async function tellOldAddress(change: Change): Promise<void> {
  const { tx, actor, id, previous } = change
  if (id === null || previous?.contacttypeid !== emailContactType) return
  if (!changesField(change, 'value') && !changesField(change, 'contacttypeid')) return
  await tellAddressOf({ tx, actor, id, previous, noticeMailer: change.noticeMailer })
}

async function tellAddressOf({ tx, actor, id, previous, noticeMailer }: Deletion): Promise<void> {
  const personid = Number(previous.personid)
  if (Number((await tx.first(emailContactId, { id: personid }))?.[0]) !== id) return
  const mailer = noticeMailer()
  if (mailer !== null) await notifyEmailChanged({ tx, actor, mailer }, personid)
}

async function enforceContactRules(change: Change): Promise<void> {
  const { actor, errors } = change
  if (!seesAll(actor) && valueAfter(change, 'personid') !== actor.personid) throw notOwnError('write')
  const value = String(valueAfter(change, 'value') ?? '')
  const error = valueAfter(change, 'contacttypeid') === emailContactType ? emailError(value) : null
  if (error !== null) errors.addInvalid('value', value, error)
  else await tellOldAddress(change)
}

export const personcontact = defineResource('personcontact', {
  noun: ['contact detail', 'contact details'],
  doc: 'Contact entries (phone, email, address, website ...) of a person.',
  access: { list: allRoles, read: allRoles, create: allRoles, update: allRoles, delete: allRoles },
  joins: { contacttype: 'personcontact.contacttypeid', contactdescriptor: 'personcontact.contactdescriptorid' },
  visible: (viewer) =>
    viewer.role === 'Administrator'
      ? null
      : sql`personcontact.personid in (select person.id from person where person.accountid = ${accountSlot}
          and ${allConditions([visiblePerson(viewer) ?? sql`person.id = ${me}`, contactsVisible(viewer)])})`,
  allowed: { update: [ownContact('write')], delete: [ownContact('delete')] },
  fields: {
    personid: ref('person', { required: true, allowInactive: true }),
    contacttypeid: ref('contacttype', { required: true, shown: false }),
    contactdescriptorid: ref('contactdescriptor', {
      required: true,
      shown: false,
      allowedTargets: {
        dependsOn: ['contacttypeid'],
        where: (of) => sql`contactdescriptor.contacttypeid = ${of('contacttypeid')}`,
        reason: 'belongs to another contact type',
      },
      doc: 'A descriptor of the contact type',
    }),
    contact_type_id: computed(recordId, sqlName('personcontact.contacttypeid'), {
      target: 'contacttype',
      doc: 'Written as contacttypeid',
    }),
    contact_descriptor_id: computed(recordId, sqlName('personcontact.contactdescriptorid'), {
      target: 'contactdescriptor',
      doc: 'Written as contactdescriptorid',
    }),
    value: stored(plainText(), { required: true }),
    contacttype: computedText(sqlName('contacttype.name')),
    contactdescriptor: computedText(sqlName('contactdescriptor.name')),
  },
  filters: {
    personid: equalsId('personid', 'Entries of the person'),
    contacttypeid: equalsId('contacttypeid', 'Entries of the contact type'),
    contactdescriptorid: equalsId('contactdescriptorid', 'Entries with the descriptor'),
  },
  requiredFilters: ['personid'],
  before: enforceContactRules,
  beforeRemove: tellAddressOf,
})
