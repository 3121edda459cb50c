// The role of a person as a badge. That of people who see everything stands out.
import { inRoleSet } from '../../api/permissions.ts'
import { Badge } from '../../parts/badge.tsx'

export function RoleBadge({ role }: { readonly role: string }) {
  return <Badge tone={inRoleSet('seesAll', role) ? 'accent' : 'plain'}>{role}</Badge>
}
