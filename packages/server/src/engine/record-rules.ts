// Enforces the rules that a definition states about one record (`allowed`): who may change or delete it, or run an
// action on it. Rules about the record's own row are evaluated by the select that locks it; rules about other rows by
// one more statement. What a caller may do is reported by may.ts, from the same conditions.
import { actorValues, type Viewer } from '../define/actor.ts'
import type { ApiError } from '../define/api-error.ts'
import type { RecordRule, Removal, Resource } from '../define/resource.ts'
import { allConditions, type Fragment, joinFragments, type Statement, sql, statement } from '../io/sql.ts'
import { selectOne } from './select-sql.ts'

/** The rules of one operation that are checked at the same time. Rules about the own row come before the others. */
interface RuleGroup {
  readonly ownRow: readonly { readonly rule: RecordRule; readonly index: number }[]
  readonly otherRows: { readonly rules: readonly RecordRule[]; readonly select: Statement } | null
}

interface OperationRules {
  readonly first: RuleGroup
  /** For a delete: after the records that refer to it are counted. */
  readonly afterReferences: RuleGroup
}

/** The rules of a resource for one kind of viewer. */
export interface ViewerRules {
  /** The results of all rules about the own row, one letter each, as a column of the select that locks the record. */
  readonly column: Fragment | null
  readonly operations: ReadonlyMap<string, OperationRules>
}

/** 't' or 'f' for each condition, in one text. A condition that is null counts as false. */
export const lettersSql = (conditions: readonly Fragment[]): Fragment =>
  joinFragments(
    conditions.map((condition) => sql`case when ${condition} then 't' else 'f' end`),
    ' || ',
  )

/** The conditions under which this viewer may do it; none when every visible record permits it. */
export const ruleConditions = (rules: readonly RecordRule[], viewer: Viewer): Fragment[] =>
  rules.flatMap(({ where }) => where(viewer) ?? [])

export function rulesFor(resource: Resource, viewer: Viewer): ViewerRules {
  const ownConditions: Fragment[] = []
  const build = (rules: readonly RecordRule[]): RuleGroup => {
    const ownRow = rules.flatMap((rule) => {
      const condition = rule.readsOtherRows === undefined ? rule.where(viewer) : null
      return condition === null ? [] : [{ rule, index: ownConditions.push(condition) - 1 }]
    })
    const others = rules.filter((rule) => rule.readsOtherRows !== undefined && rule.where(viewer) !== null)
    if (others.length === 0) return { ownRow, otherRows: null }
    const letters = lettersSql(others.map((rule) => allConditions(ruleConditions([rule], viewer))))
    return { ownRow, otherRows: { rules: others, select: statement(selectOne(resource, viewer, [letters], false)) } }
  }
  const operations = Object.entries(resource.allowed ?? {}).map(([name, rules]): [string, OperationRules] => [
    name,
    {
      first: build(rules.filter(({ afterReferences }) => afterReferences !== true)),
      afterReferences: build(rules.filter(({ afterReferences }) => afterReferences === true)),
    },
  ])
  return {
    column: ownConditions.length === 0 ? null : lettersSql(ownConditions),
    operations: new Map(operations),
  }
}

/** One operation on one record that is locked: its rules and the letters that the locking select gave. */
export class RuleCheck {
  readonly #rules: OperationRules | undefined
  readonly #letters: string
  readonly #asked: Removal

  constructor({ operations }: ViewerRules, operation: string, letters: string, asked: Removal) {
    this.#rules = operations.get(operation)
    this.#letters = letters
    this.#asked = asked
  }

  /** Throws the error of the first broken rule. */
  async enforce(when: keyof OperationRules = 'first'): Promise<void> {
    await this.enforceOwnRow(when)
    const [error] = await this.enforceOtherRows(when)
    if (error !== undefined) throw error
  }

  async enforceOwnRow(when: keyof OperationRules = 'first'): Promise<void> {
    const broken = this.#rules?.[when].ownRow.find(({ index }) => this.#letters[index] !== 't')
    if (broken !== undefined) throw await broken.rule.error(this.#asked)
  }

  /** The errors that are reported with others. The locks and the select are sent together, before the first `await`. */
  async enforceOtherRows(when: keyof OperationRules = 'first'): Promise<readonly ApiError[]> {
    const group = this.#rules?.[when].otherRows ?? null
    if (group === null) return []
    const { tx, actor, id } = this.#asked
    const locks = group.rules.flatMap((rule) => rule.readsOtherRows?.(this.#asked) ?? [])
    const locked = Promise.all(locks.map(({ table, id: rowId, mode }) => tx.lock(table, rowId, mode)))
    const [row] = await Promise.all([tx.first(group.select, { ...actorValues(actor), id }), locked])
    const letters = String(row?.[0] ?? '')
    const broken = group.rules.filter((_rule, index) => letters[index] !== 't')
    const alone = broken.find(({ reportedWithOthers }) => reportedWithOthers !== true)
    if (alone !== undefined) throw await alone.error(this.#asked)
    return Promise.all(broken.map((rule) => rule.error(this.#asked)))
  }
}
