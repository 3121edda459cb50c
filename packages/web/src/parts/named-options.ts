// The options of a choice from their names by id, in the order of the names.
export const namedOptions = <Id extends string>(names: Readonly<Record<Id, string>>) =>
  Object.entries<string>(names).map(([id, name]) => ({ id: id as Id, name }))
