import { type Static, Type } from 'typebox';
import { Id, Instant, nullable } from './common.ts';

/** One change of money or of rights: who, when, what before and after, and why. */
export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  actor: Type.String(),
  action: Type.String(),
  cause: nullable(Type.String()),
  changes: Type.Array(Type.Object({ field: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) })),
});
export type AuditEntry = Static<typeof AuditEntry>;
export const History = Type.Object({ data: Type.Array(AuditEntry) });
