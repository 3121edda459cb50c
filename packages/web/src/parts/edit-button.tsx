// The button that opens the form of a record.
import { Pencil } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'

export function EditButton({ onPress }: { readonly onPress: () => void }) {
  const messages = useMessages().parts
  return (
    <Button icon={Pencil} onPress={onPress}>
      {messages.edit}
    </Button>
  )
}
