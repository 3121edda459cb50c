// The limits of a token: read-only, and the resources it may be used for. They are checked before the operation runs,
// so that an error says nothing about records. What the person may do is checked by the engine.
import { forbidden } from '../define/api-error.ts'
import type { Method } from '../define/endpoint.ts'
import type { PathTarget } from './allowed-methods.ts'
import type { RequestPath } from './request-path.ts'
import type { TokenLimits } from './token-authentication.ts'

/** The resources that a request reads or writes: that of the path, and the other one of a sub-list or an action. */
function usedResources(target: PathTarget, { resource, action }: RequestPath): string[] {
  if (action === null || !('fields' in target)) return [resource]
  const subList = target.subLists?.[action]
  const run = target.actions?.[action]
  const others = [
    subList?.forEveryReader === true ? undefined : subList?.target,
    ...(run !== undefined && 'creates' in run ? [run.creates] : []),
    ...(run?.alsoWrites ?? []),
  ]
  return [...new Set([resource, ...others.filter((name) => name !== undefined)])]
}

export function requireTokenAllows(
  token: TokenLimits | null,
  method: Method,
  target: PathTarget,
  path: RequestPath,
): void {
  if (token === null) return
  if (token.readonly && method !== 'GET') throw forbidden('token: it is read-only, so it cannot change anything')
  const { resources } = token
  const missing = resources === null ? [] : usedResources(target, path).filter((name) => !resources.has(name))
  if (missing.length > 0) throw forbidden(`token: it may not be used for ${missing.join(' and ')}`)
}
