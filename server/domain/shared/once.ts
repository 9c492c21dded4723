import { createHash } from 'node:crypto';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** `key`: the caller's idempotency key, if any; `route`: the endpoint it applies to. */
export type Keyed = Readonly<{ userId: number; route: string; key: string | undefined; body: unknown; at: Date }>;

/**
 * Runs the work once per idempotency key, so that a repeated request gets the first response. Call it in the transaction of the work.
 * @throws the error that `createKeyReusedProblem` creates from the first response, if the key was used with another body
 */
export const runOnce = async <T extends object>(
  tx: Pick<Repositories, 'idempotency'>,
  { userId, route, key, body, at }: Keyed,
  work: () => Promise<T>,
  otherBody: (saved: T) => Error | Promise<Error>,
): Promise<T> => {
  if (key === undefined) return work();
  const slot = { userId, route, key };
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
  const answered = await tx.idempotency.take(slot, bodyHash, at);
  if (answered) {
    const saved = answered.answer as T;
    if (answered.bodyHash !== bodyHash) throw await otherBody(saved);
    return saved;
  }
  const result = await work();
  await tx.idempotency.keep(slot, 201, result);
  return result;
};
