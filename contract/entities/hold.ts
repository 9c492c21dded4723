import { type Static, Type } from 'typebox';
import { Id, nullable, PlainDate } from './common.ts';

/** Available with the feature `holds`: why payment of a record is stopped, by whom and until when (decisions 2.08). */
export const Hold = Type.Object({
  commission_id: Id,
  reason: Type.String(),
  by: Type.String(),
  since: PlainDate,
  release_on: nullable(PlainDate),
});
export type Hold = Static<typeof Hold>;

export const HoldBody = Type.Object(
  { reason: Type.String({ maxLength: 2000 }), release_on: Type.Optional(nullable(Type.String({ maxLength: 64 }))) },
  { additionalProperties: false },
);
export type HoldBody = Static<typeof HoldBody>;
