import { type Static, Type } from 'typebox';
import { Id, Instant, Money, PlainDate } from './common.ts';

/**
 * A few people's sales of the last quarter, priced with the draft's latest plans: those in force today, or on the draft's latest first day
 * if that is later. `before`: as recorded. Bonuses, draws and adjustments are not included. Nothing is stored.
 */
export const DraftTrial = Type.Object({
  as_of: Instant,
  range: Type.Object({ start_date: PlainDate, end_date: PlainDate }),
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  people: Type.Array(Type.Object({ user_id: Id, name: Type.String(), records: Type.Integer(), before: Money, after: Money })),
});
export type DraftTrial = Static<typeof DraftTrial>;
