// The second transcription of the notes on tasks, milestones, requests and projects. Executives read public ones
// without authors. Which rows a caller gets is not part of the tables and is tested elsewhere.
import type { Transcript } from './transcript.ts'

export const notes: Readonly<Record<string, Transcript>> = {
  tasknote: {
    operations: { list: 'AMRE', read: 'AMRE', create: 'AMRE', update: 'A', delete: 'A' },
    settable: {
      taskid: { type: 'integer', required: true },
      note: { type: 'html', required: true },
      public: { type: 'boolean', required: true, default: 'f' },
    },
    response: {
      id: 'integer',
      taskid: 'integer',
      title: 'string',
      date: 'datetime',
      authorid: 'integer AMR',
      note: 'html?',
      public: 'boolean',
      datemodified: 'datetime',
      actions: 'html?',
      author: 'string AMR',
    },
    filters: {
      taskid: 'integer list',
      title: 'string',
      date: 'datetime',
      datebegin: 'datetime',
      dateend: 'datetime',
      datemodifiedbegin: 'datetime',
      datemodifiedend: 'datetime',
      authorid: 'integer list AMR',
      public: 'boolean',
    },
    sorts: { AMRE: ['id', 'taskid', 'date'], AMR: ['authorid'] },
  },

  milestonenote: {
    operations: { list: 'AMRE', read: 'AMRE', create: 'AMRE', update: 'A', delete: 'A' },
    settable: {
      milestoneid: { type: 'integer', required: true },
      note: { type: 'html', required: true },
      public: { type: 'boolean', required: true, default: 'f' },
    },
    response: {
      id: 'integer',
      milestoneid: 'integer',
      title: 'string',
      date: 'datetime',
      authorid: 'integer AMR',
      note: 'html?',
      public: 'boolean',
      actions: 'html?',
      author: 'string AMR',
    },
    filters: { milestoneid: 'integer' },
    requires: ['milestoneid'],
  },

  // Ours: comments on requests. Everybody changes and deletes their own, Administrators all.
  requestnote: {
    operations: { list: 'AMRE', read: 'AMRE', create: 'AMRE', update: 'AMRE', delete: 'AMRE' },
    ours: ['list', 'read', 'create', 'update', 'delete'],
    settable: {
      requestid: { type: 'integer', required: true, once: true },
      note: { type: 'html', required: true },
      public: { type: 'boolean', required: true, default: 'f' },
    },
    response: {
      id: 'integer',
      requestid: 'integer',
      date: 'datetime',
      authorid: 'integer AMR',
      note: 'html?',
      public: 'boolean',
      author: 'string AMR',
    },
    filters: { requestid: 'integer' },
    requires: ['requestid'],
  },

  projectnote: {
    operations: { list: 'AMR', read: 'AMR', create: 'AMR', update: 'AMR', delete: 'AMR' },
    settable: {
      projectid: { type: 'integer', required: true },
      title: { type: 'string', max: 255, required: true },
      note: { type: 'html', required: true },
      secure: { type: 'boolean', required: true, default: 'f' },
    },
    response: {
      id: 'integer',
      localid: 'integer',
      projectid: 'integer',
      clientid: 'integer?',
      title: 'string',
      note: 'html?',
      secure: 'boolean',
      authorid: 'integer',
      author: 'string',
      date: 'datetime',
      datemodified: 'datetime',
      project: 'string',
      client: 'string?',
    },
    filters: {
      localid: 'integer list',
      clientid: 'integer list',
      projectid: 'integer list',
      authorid: 'integer list',
      title: 'string',
      search: 'string',
      noteid: 'integer',
    },
  },
}
