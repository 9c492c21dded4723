import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Where a request came from; a use case passes it on to the rows it leaves. */
export type Origin = Readonly<{ network: string; requestId: string; device: string }>;
export type AuditEntry = Readonly<{
  actorId: number | null;
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
  cause?: string;
}>;

/** Who did what: written in the transaction of what it tells. Never a password, never a token. */
export const auditRepository = (query: Kysely<Schema>) => ({
  write: async (entry: AuditEntry, origin: Pick<Origin, 'network' | 'requestId'>, at: Date): Promise<void> => {
    const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));
    await query
      .insertInto('audit_log')
      .values({
        at: at.toISOString(),
        actor_id: entry.actorId,
        network: origin.network,
        request_id: origin.requestId,
        action: entry.action,
        entity: entry.entity,
        entity_id: entry.entityId,
        before: json(entry.before),
        after: json(entry.after),
        cause: entry.cause ?? null,
      })
      .execute();
  },
});
