// A link to the page of one record.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface RecordLinkProps {
  readonly to:
    | '/clients/$id'
    | '/estimates/$id'
    | '/invoices/$id'
    | '/milestones/$id'
    | '/people/$id'
    | '/projects/$id'
    | '/recurring/$id'
    | '/requests/$id'
    | '/tasks/$id'
  readonly id: number
  readonly className?: string | undefined
  readonly text: ReactNode
}

export function RecordLink({ to, id, className, text }: RecordLinkProps) {
  return (
    <Link to={to} params={{ id: String(id) }} {...(className === undefined ? {} : { className })}>
      {text}
    </Link>
  )
}
