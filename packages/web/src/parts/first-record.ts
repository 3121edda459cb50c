// What a choice offers below itself while it has nothing to choose: to create the first record. The forms are in a
// layer above, so the application gives the component that opens them; without it nothing is offered.
import { type ComponentType, createContext } from 'react'
import type { settingsLists } from '../api/records.ts'

/** The record that a choice can create. */
export interface FirstRecord {
  readonly target:
    | 'project'
    | 'client'
    | 'person'
    | 'milestone'
    | 'projectmodule'
    | 'projectworktype'
    | (typeof settingsLists)[number]
  /** The project of a new module, work type or milestone. */
  readonly projectid?: number | null
  /** The client of a new project. */
  readonly clientid?: number | undefined
}

export interface FirstRecordOfferProps {
  readonly create: FirstRecord
  /** False as soon as there is something to choose; a form that is open stays open. */
  readonly isEmpty: boolean
  /** Whether the form cannot be sent without a choice. */
  readonly required: boolean
  /** Called with the id that the field stores. */
  readonly onCreated: (id: number) => void
}

export const FirstRecordContext = createContext<ComponentType<FirstRecordOfferProps> | null>(null)
