// The time, as this machine has it: the only place of the application that reads it. It may be wrong, so what counts
// is taken from the server or from spans.

export const nowMs = (): number => Date.now()
export const nowDate = (): Date => new Date()
