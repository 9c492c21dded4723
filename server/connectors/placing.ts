import type { FactOf, PlacementQuestion } from '../domain/connections/facts.ts';
import { idOf } from './answers.ts';

export type Placement = Pick<FactOf<'invoice'>, 'outside_state' | 'unplaced'>;
/** The documented values of a field, with their meanings here. */
export type PlacementsByValue = ReadonlyMap<unknown, Placement['outside_state']>;

/** The place of a document that counts only if a condition holds, such as having an amount. */
export const placeIf = (isCounted: boolean, placement: Placement = { outside_state: null }): Placement =>
  isCounted ? placement : { outside_state: 'deleted' };

/**
 * A document's place by these fields; an undocumented value becomes a question (decisions 2.26). @throws if a field is missing
 */
export const placementOf = (
  ...fields: readonly (readonly [PlacementQuestion['field'], value: unknown, PlacementsByValue])[]
): Placement => {
  const unplacedFields = fields.flatMap(([field, value, placements]) => (placements.has(value) ? [] : [{ field, value: idOf(value) }]));
  const outside_state = fields.map(([, value, placements]) => placements.get(value)).find((state) => state) ?? null;
  return { outside_state, ...(unplacedFields.length > 0 ? { unplaced: unplacedFields } : {}) };
};
