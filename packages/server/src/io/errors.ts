// The ways the outside world fails us, as classes the floors above can tell apart. No driver's own error crosses the
// io floor for these cases. A broken rule of the database is RuleBroken, in database.ts: that one is the caller's doing.

/** Too much at once, or another writer was in the way too long. The same request may succeed a moment later. */
export class Busy extends Error {}

/** The database cannot be used now: connection lost, disk full, disk broken. Nothing of the work was kept. */
export class Unavailable extends Error {}

/** The server must not start like this. The message is one sentence for the operator. */
export class CannotOpen extends Error {}
