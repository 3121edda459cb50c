// Two permissions of a person beside the role: to see all tasks of their projects or only their own, and to comment.
// The reference shows both fields but has no way to set them, so this action is an extension (decision 11).

import { administratorOnly } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { flag } from '../define/kinds.ts'
import type { UpdateAction } from '../define/resource.ts'

export const setPermissions: UpdateAction = {
  doc: 'Changes what a person may do beyond their role. Fields that are not sent keep their values',
  roles: administratorOnly,
  fields: {
    restricttasks: stored(flag, { default: 'f', doc: "'t': sees only tasks they own, are assigned to or follow" }),
    cancomment: stored(flag, { default: 't', doc: "'f': may write no notes" }),
  },
  run: async ({ tx, id, values }) => {
    const entries = Object.entries(values)
    if (entries.length === 0) throw badRequest('body: send restricttasks or cancomment')
    await tx.update('person', id, Object.fromEntries(entries.map(([field, value]) => [field, String(value)])))
  },
}
