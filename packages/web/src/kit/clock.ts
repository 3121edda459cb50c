// The clock of this machine. No other file of the application reads it. It may be wrong, so only differences of its
// values are relied on; other times come from the server.

export const nowMs = (): number => Date.now()
export const nowDate = (): Date => new Date()
