import { type Static, Type } from 'typebox';
import { Instant } from './common.ts';

/** The root over the statements of one closing (decisions 2.38). It reveals nothing about any of them. */
export const StatementRoot = Type.Object({
  /** YYYY-MM */
  month: Type.String(),
  /** SHA-256, 64 hexadecimal digits. */
  root: Type.String(),
  /** Number of statements it covers. */
  statements: Type.Integer(),
  published_at: Instant,
  /** False for an earlier closing of a month that was closed again. */
  is_newest: Type.Boolean(),
});
export type StatementRoot = Static<typeof StatementRoot>;
export const StatementRootList = Type.Object({ data: Type.Array(StatementRoot) });
