// A module of a project. `moduleid` is the id that tasks and time use; the row's own id is used nowhere else.
// How default and custom ones are kept apart is `project-part.ts`.
import { everyone, type Role } from '../define/actor.ts'
import { label, placed, ref, stored } from '../define/fields.ts'
import { anyOf, isFlag, oneOf } from '../define/filters.ts'
import { flag, idOrZero, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { name, slot, sql } from '../io/sql.ts'
import { projectPart } from './project-part.ts'
import { accessibleTo, both, inVisibleProject } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']

export const projectmodule = defineResource('projectmodule', {
  doc: 'Modules assigned to a project.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  joins: { module: 'projectmodule.moduleid' },
  // Resources cannot see inactive modules (reference, filters of projectmodule).
  visible: (viewer) =>
    both(
      inVisibleProject(viewer, 'projectmodule.projectid'),
      viewer.role === 'Resource' ? sql`projectmodule.active = 't'` : null,
    ),
  fields: {
    projectid: ref('project', { required: true, once: true, inactive: true }),
    moduleid: ref('module', {
      kind: idOrZero,
      default: 0,
      doc: 'The default module; not needed for a custom one. Tasks and time refer to this id',
    }),
    active: stored(flag, { required: true }),
    modulename: label(name('module.name'), { doc: 'Same as module' }),
    module: placed(text(155), name('module.name'), {
      doc: 'Name; required for a custom module, and turns a default one into a custom one',
    }),
    description: stored(text(), { hideFrom: ['Resource', 'Executive'] }),
  },
  filters: {
    projectid: anyOf('projectid', 'Modules of the projects'),
    active: isFlag('active', 'Active or inactive; Resources see active ones only'),
    personid: oneOf('Modules of projects the person can access', (use) =>
      accessibleTo('projectmodule.projectid', slot(use.slotName)),
    ),
  },
  ...projectPart({
    row: 'projectmodule',
    kept: 'module',
    key: 'moduleid',
    usedBy: ['task', 'time'],
    custom: () => ({ description: '' }),
  }),
})
