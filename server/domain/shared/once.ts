import { createHash } from 'node:crypto';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** `key`: the caller's idempotency key, if any; `route`: the endpoint it applies to. */
export type KeyedRequest = Readonly<{ userId: number; route: string; key: string | undefined; body: unknown; at: Date }>;

/**
 * Runs the work once per idempotency key, so that a repeated request gets the first response. Call it in the transaction of the work.
 * @throws the error that `createKeyReusedProblem` creates from the first response, if the key was used with another body
 */
export const runOnce = async <T extends object>(
  tx: Pick<Repositories, 'idempotency'>,
  { userId, route, key, body, at }: KeyedRequest,
  work: () => Promise<T>,
  createKeyReusedProblem: (saved: T) => Error | Promise<Error>,
): Promise<T> => {
  if (key === undefined) return work();
  const slot = { userId, route, key };
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
  const stored = await tx.idempotency.take(slot, bodyHash, at);
  if (stored) {
    const saved = stored.answer as T;
    if (stored.bodyHash !== bodyHash) throw await createKeyReusedProblem(saved);
    return saved;
  }
  const result = await work();
  await tx.idempotency.keep(slot, 201, result);
  return result;
};
