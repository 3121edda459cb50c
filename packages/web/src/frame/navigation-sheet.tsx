// The navigation of a phone, as a sheet that closes when a link is followed. Loaded when it is first opened.

import { useMessages } from '../messages/messages.ts'
import { type Closable, Dialog } from '../parts/dialog.tsx'
import type { NavigationItem } from './navigation.ts'
import { NavigationList } from './navigation-links.tsx'

export function NavigationSheet({ places, onClose }: Closable & { readonly places: readonly NavigationItem[] }) {
  const messages = useMessages().frame
  return (
    <Dialog title={messages.menu} open onClose={onClose}>
      <NavigationList places={places} onChoose={onClose} />
    </Dialog>
  )
}
