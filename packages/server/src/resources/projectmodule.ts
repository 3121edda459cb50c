// A module of a project. `moduleid` is the id that tasks and time use; the row's own id is used nowhere else.
// The rules of default and custom modules are in `project-part.ts`.
import { administratorOnly, allRoles, nonManagers } from '../define/actor.ts'
import { computedText, computedWritable, ref, stored } from '../define/fields.ts'
import { anyOf, idFilter, isFlag } from '../define/filters.ts'
import { flag, idOrZero, plainText } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { slot, sql, sqlName } from '../io/sql.ts'
import { projectPartRules } from './project-part.ts'
import { accessibleTo, bothConditions, inVisibleProject } from './visibility.ts'

export const projectmodule = defineResource('projectmodule', {
  noun: ['project module', 'project modules'],
  doc: 'Modules assigned to a project.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  joins: { module: 'projectmodule.moduleid' },
  // As in the reference, Resources do not see inactive modules.
  visible: (viewer) =>
    bothConditions(
      inVisibleProject(viewer, 'projectmodule.projectid'),
      viewer.role === 'Resource' ? sql`projectmodule.active = 't'` : null,
    ),
  fields: {
    projectid: ref('project', { required: true, createOnly: true, allowInactive: true }),
    moduleid: ref('module', {
      kind: idOrZero,
      default: 0,
      doc: 'The default module; not needed for a custom one. Tasks and time refer to this id',
    }),
    active: stored(flag, { required: true }),
    modulename: computedText(sqlName('module.name'), { doc: 'Same as module' }),
    module: computedWritable(plainText(155), sqlName('module.name'), {
      doc: 'Name; required for a custom module, and turns a default one into a custom one',
    }),
    description: stored(plainText(), { hideFrom: nonManagers }),
  },
  filters: {
    projectid: anyOf('projectid', 'Modules of the projects'),
    active: isFlag('active', 'Active or inactive; Resources see active ones only'),
    personid: idFilter(
      'Modules of projects the person can access',
      (use) => accessibleTo('projectmodule.projectid', slot(use.slotName)),
      { target: 'person' },
    ),
  },
  ...projectPartRules({
    projectTable: 'projectmodule',
    catalogTable: 'module',
    key: 'moduleid',
    usedBy: ['task', 'time'],
    customColumns: () => ({ description: '' }),
  }),
})
