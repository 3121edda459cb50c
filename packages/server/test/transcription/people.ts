// The second transcription of the caller, clients, people, their groups and their contact information. Plain tables of
// the API; the meaning of a field is in the definition.
import type { Transcript } from './transcript.ts'

/** How a person wants to be told is ours: lists of kinds. */
const notificationSettings = {
  notificationsoff: { type: 'string' },
  mailhourly: { type: 'string' },
  maildaily: { type: 'string' },
  inappoff: { type: 'string' },
} as const

export const people: Readonly<Record<string, Transcript>> = {
  // The update is ours: people choose their own mails and time zone.
  me: {
    operations: { list: 'AMRE', read: 'AMRE', update: 'AMRE' },
    ours: ['read', 'update'],
    additions: {
      settable: { ...notificationSettings, timezone: { type: 'string', required: true } },
      response: {
        notificationsoff: 'string?',
        mailhourly: 'string?',
        maildaily: 'string?',
        inappoff: 'string?',
      },
    },
    response: {
      id: 'integer',
      localid: 'integer',
      clientid: 'integer?',
      title: 'string?',
      firstname: 'string',
      lastname: 'string',
      primaryaccount: 'boolean',
      notes: 'html?',
      allprojects: 'boolean',
      private: 'boolean',
      tips: 'boolean',
      username: 'string',
      groupid: 'integer',
      group: 'string',
      client: 'string?',
      numlogins: 'integer',
      lastlogin: 'datetime?',
      timezone: 'string',
      timezone_offset: 'string',
      restricttasks: 'boolean R',
      clientlocalid: 'integer?',
      calendarorientation: 'integer',
      editordisabled: 'integer',
    },
  },

  group: {
    operations: { list: 'AMRE', read: 'AMRE' },
    response: { id: 'integer', name: 'string' },
  },

  client: {
    operations: { list: 'AMRE', read: 'AMRE', create: 'A', update: 'A', delete: 'A' },
    settable: {
      name: { type: 'string', max: 255, required: true },
      datecreated: { type: 'date', required: true },
      description: { type: 'html' },
      email: { type: 'string', max: 255 },
      website: { type: 'string', max: 255 },
      phone: { type: 'string', max: 50 },
      fax: { type: 'string', max: 50 },
      address: { type: 'string' },
      active: { type: 'boolean', required: true, default: 't' },
    },
    response: {
      id: 'integer',
      name: 'string',
      datecreated: 'date AM',
      description: 'html? AM',
      email: 'string? AM',
      website: 'string? AM',
      phone: 'string? AM',
      fax: 'string? AM',
      address: 'string? AM',
      active: 'boolean',
      localidunpadded: 'integer',
      localid: 'integer',
    },
    filters: {
      localid: 'integer list',
      active: 'boolean',
      search: 'string',
      projectsonly: 'boolean',
    },
    sorts: { AMRE: ['id', 'localid', 'name'], AM: ['datecreated'] },
    additions: {
      settable: {
        invoiceto: { type: 'string', max: 2000 },
        invoicecc: { type: 'string', max: 2000 },
        remindersoff: { type: 'boolean', default: 'f' },
        language: { type: 'string' },
        currency: { type: 'string', max: 3 },
      },
      response: {
        invoiceto: 'string? AM',
        invoicecc: 'string? AM',
        remindersoff: 'boolean AM',
        language: 'string? AM',
        currency: 'string? AM',
      },
    },
  },

  person: {
    operations: { list: 'AMR', read: 'AMR', create: 'A', update: 'A', delete: 'A' },
    actions: {
      permit: {
        roles: 'A',
        answers: 'person',
        body: { restricttasks: { type: 'boolean', default: 'f' }, cancomment: { type: 'boolean', default: 't' } },
      },
    },
    settable: {
      clientid: { type: 'integer' },
      title: { type: 'string', max: 255 },
      firstname: { type: 'string', max: 65, required: true },
      lastname: { type: 'string', max: 85 },
      allprojects: { type: 'boolean', default: 'f' },
      notes: { type: 'html' },
      private: { type: 'boolean', required: true, default: 't' },
      active: { type: 'boolean', required: true, default: 't' },
      username: { type: 'string', max: 255 },
      password: { type: 'string', max: 30 },
      email: { type: 'string', max: 255 },
      groupid: { type: 'integer' },
    },
    response: {
      id: 'integer',
      localid: 'integer',
      clientid: 'integer?',
      title: 'string? AM',
      firstname: 'string',
      lastname: 'string',
      primaryaccount: 'boolean',
      notes: 'html? AM',
      allprojects: 'boolean AM',
      active: 'boolean',
      private: 'boolean AM',
      tips: 'boolean',
      username: 'string? AM',
      groupid: 'integer?',
      group: 'string?',
      client: 'string?',
      numlogins: 'integer AM',
      lastlogin: 'datetime? AM',
      timezone: 'string? AM',
      timezone_offset: 'string? AM',
      restricttasks: 'boolean AM',
      clientlocalid: 'integer?',
      calendarorientation: 'integer',
      editordisabled: 'integer',
      email: 'string?',
      hourlyrate: 'double? A',
      cancomment: 'boolean AM',
    },
    filters: {
      localid: 'integer list',
      username: 'string AM',
      email: 'string',
      firstname: 'string',
      lastname: 'string',
      excludegroupids: 'integer list',
      projectid: 'integer list',
      clientid: 'integer list',
      projectclientid: 'integer list',
      search: 'string',
      active: 'boolean',
      groupid: 'integer',
      allprojects: 'boolean AM',
      restricttasks: 'boolean AM',
    },
    // Who gets mails about requests without a project, and which mails a person does not want.
    additions: {
      settable: { mailqueue: { type: 'boolean', default: 'f' }, ...notificationSettings },
      response: {
        mailqueue: 'boolean AM',
        notificationsoff: 'string? AM',
        mailhourly: 'string? AM',
        maildaily: 'string? AM',
        inappoff: 'string? AM',
      },
    },
  },

  contacttype: {
    operations: { list: 'AMRE' },
    response: { id: 'integer', name: 'string' },
  },

  contactdescriptor: {
    operations: { list: 'AMRE' },
    response: { id: 'integer', contacttypeid: 'integer', name: 'string' },
    filters: { contacttypeid: 'integer' },
    requires: ['contacttypeid'],
  },

  // Requests have names without underscores, responses names with them.
  personcontact: {
    operations: { list: 'AMRE', read: 'AMRE', create: 'AMRE', update: 'AMRE', delete: 'AMRE' },
    settable: {
      personid: { type: 'integer', required: true },
      value: { type: 'string', required: true },
      contacttypeid: { type: 'integer', required: true },
      contactdescriptorid: { type: 'integer', required: true },
    },
    response: {
      id: 'integer',
      personid: 'integer',
      contact_type_id: 'integer',
      contact_descriptor_id: 'integer',
      value: 'string',
      contacttype: 'string',
      contactdescriptor: 'string',
    },
    filters: {
      personid: 'integer',
      contacttypeid: 'integer',
      contactdescriptorid: 'integer',
    },
    requires: ['personid'],
  },
}
