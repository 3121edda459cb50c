// The failures of the database and the file system, as classes that the layers above can distinguish. No driver error
// leaves src/io for these cases. A violated constraint is a ConstraintViolation (database.ts): it is caused by the
// request.

/** Too many operations at once, or another writer held a lock too long. The same request may succeed a moment later. */
export class Busy extends Error {}

/** The database cannot be used now: connection lost, disk broken. */
export class Unavailable extends Error {}

/** The same of the files: the store does not answer, refuses, or is not in its place. */
export class FilesUnavailable extends Unavailable {}

/** Nothing but time may be needed: the store does not answer, or says that it cannot now. */
export class FilesUnreachable extends FilesUnavailable {}

/** The disk has no room for a file, or the quota of the server's user is used up. The file was not stored. */
export class DiskFull extends Error {}

/** The disk of the database has no room for a write. Nothing of it was stored. */
export class DatabaseFull extends DiskFull {}

/** The server must not start in this state. The message is one sentence for the operator. */
export class CannotOpen extends Error {}
