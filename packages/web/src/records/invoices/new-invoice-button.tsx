// The button that starts an invoice for a client or a project, for people who may create one.
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay } from '../../api/session.tsx'
import { Button } from '../../parts/button.tsx'

interface NewInvoiceButtonProps {
  readonly search: { readonly clientid: number } | { readonly projectid: number }
  readonly text: string
}

export function NewInvoiceButton({ search, text }: NewInvoiceButtonProps) {
  const may = useMay()
  const navigate = useNavigate()
  return (
    may('invoice', 'create') && (
      <Button icon={Plus} onPress={() => void navigate({ to: '/invoices/new', search })}>
        {text}
      </Button>
    )
  )
}
