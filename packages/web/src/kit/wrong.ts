// A fault found before the server is asked, in the same shape as its own, so that forms show it at the same field.
import { StintError } from '@stint/sdk'

export const wrongField = (field: string, sentence: string): StintError =>
  new StintError('invalid', sentence, { faults: [{ field, sentence }] })
