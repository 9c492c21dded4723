import type { FactOf, Unplaced } from '../domain/connections/facts.ts';
import { idOf } from './answers.ts';

export type Place = Pick<FactOf<'invoice'>, 'outside_state' | 'unplaced'>;
/** The documented values of a field, with their meanings here. */
export type Places = ReadonlyMap<unknown, Place['outside_state']>;

/** The place of a document that counts only if a condition holds, such as having an amount. */
export const placeIf = (counts: boolean, place: Place = { outside_state: null }): Place => (counts ? place : { outside_state: 'deleted' });

/**
 * A document's place by these fields; an undocumented value becomes a question (decisions 2.26). @throws if a field is missing
 */
export const placeOf = (...fields: readonly (readonly [Unplaced['field'], value: unknown, Places])[]): Place => {
  const unplaced = fields.flatMap(([field, value, places]) => (places.has(value) ? [] : [{ field, value: idOf(value) }]));
  const outside_state = fields.map(([, value, places]) => places.get(value)).find((state) => state) ?? null;
  return { outside_state, ...(unplaced.length > 0 ? { unplaced } : {}) };
};
