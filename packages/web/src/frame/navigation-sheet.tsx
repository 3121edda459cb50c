// The navigation of a phone, as a sheet that closes when a link is followed. Loaded when it is first opened.

import { useMessages } from '../messages/messages.ts'
import { Dialog } from '../parts/dialog.tsx'
import type { NavigationItem } from './navigation.ts'
import { NavigationList } from './navigation-links.tsx'

interface NavigationSheetProps {
  readonly places: readonly NavigationItem[]
  readonly onClose: () => void
}

export function NavigationSheet({ places, onClose }: NavigationSheetProps) {
  const messages = useMessages().frame
  return (
    <Dialog title={messages.menu} open onClose={onClose}>
      <NavigationList places={places} onChoose={onClose} />
    </Dialog>
  )
}
