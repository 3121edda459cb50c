// All places in a sheet, for a phone; going somewhere closes it. Loaded when it is first opened.
import { Dialog } from '../parts/dialog.tsx'
import { useWords } from '../words/words.ts'
import type { Place } from './navigation.ts'
import { PlaceList } from './places.tsx'

interface PlaceSheetProps {
  readonly places: readonly Place[]
  readonly onClose: () => void
}

export function PlaceSheet({ places, onClose }: PlaceSheetProps) {
  const words = useWords().frame
  return (
    <Dialog title={words.menu} open onClose={onClose}>
      <PlaceList places={places} onChoose={onClose} />
    </Dialog>
  )
}
