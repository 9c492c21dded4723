import type { PlacementMeaning } from '../../../contract/entities/connection.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Fact, PlacementQuestion } from './facts.ts';
import type { HeldFact } from './sinks/index.ts';

export const codes = { state: 'stateUnplaced', type: 'typeUnplaced' } as const;

type Meanings = Readonly<Record<string, PlacementMeaning>>;
export const meaningsOf = ({ settings }: Pick<ConnectionRow, 'settings'>): Meanings => (settings as { meanings?: Meanings }).meanings ?? {};
export const meaningKey = ({ field, value }: PlacementQuestion): string => `${field} ${value}`;

const heldFactOf = ({ external_id }: Fact, { field, value }: PlacementQuestion): HeldFact => ({
  external_id,
  code: codes[field],
  facts: { value },
});

/** `answered`: a question about it that has an answer, which may still change. */
type Placed = Readonly<{ fact: Fact; answered: HeldFact | null }>;

/** The fact with its state according to the answers so far, or the first question without an answer (decisions 2.26). */
const placeFact = (fact: Fact, meanings: Meanings): Placed | HeldFact => {
  if (!('unplaced' in fact) || !fact.unplaced) return { fact, answered: null };
  const { unplaced, ...rest } = fact;
  const [first] = unplaced;
  if (rest.outside_state === 'deleted' || !first) return { fact: rest, answered: null };
  const unanswered = unplaced.find((question) => meanings[meaningKey(question)] === undefined);
  if (unanswered) return heldFactOf(fact, unanswered);
  const isLeftOut = unplaced.some((question) => meanings[meaningKey(question)] === 'left_out');
  return { fact: isLeftOut ? { ...rest, outside_state: 'deleted' } : rest, answered: heldFactOf(fact, first) };
};

/** Separates facts with a known state from those to hold until a person chooses one. */
export const placeFacts = (
  facts: readonly Fact[],
  connection: ConnectionRow,
): Readonly<{ placed: readonly Fact[]; answered: readonly HeldFact[]; held: readonly HeldFact[] }> => {
  const meanings = meaningsOf(connection);
  const all = facts.map((fact) => placeFact(fact, meanings));
  const placed = all.filter((result) => 'fact' in result);
  return {
    placed: placed.map(({ fact }) => fact),
    answered: placed.flatMap(({ answered }) => answered ?? []),
    held: all.filter((result) => 'code' in result),
  };
};
