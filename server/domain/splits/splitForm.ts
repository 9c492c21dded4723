import type { SplitBody } from '../../../contract/entities/split.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { PPM } from '../../../contract/rules/money.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import type { SplitPerson } from '../../db/repositories/commissions/splits.ts';
import { formProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';

const t = messages.splits.refused;
export type Share = Readonly<{ userId: number; sharePpm: number }>;

export const idsIn = ({ shares }: SplitBody): number[] => [...new Set(shares.map(({ user_id }) => rowId(user_id) ?? 0))];

/** The share in millionths; 0 for an invalid share. */
const ppmOf = (share: number): number => {
  const ppm = share * PPM;
  const rounded = Math.round(ppm);
  return Number.isFinite(ppm) && rounded >= 1 && rounded <= PPM && Math.abs(ppm - rounded) < 1e-4 ? rounded : 0;
};

const reasonRefusalOf = (reason: string): string | null => {
  if (reason === '') return t.reason;
  if (reason.length > limits.splits.reasonLength) return t.reasonLong;
  return isPlainText(reason) ? null : fill(messages.server.hiddenCharacter, { field: messages.splits.reason });
};

/**
 * Parses the shares of a body; they add up to the whole invoice, to the millionth.
 * @param knownPeople the people named in it
 * @param maySell whether the person may be credited with the invoice
 * @throws Problem 422 naming each field
 */
export const readShares = (
  body: SplitBody,
  knownPeople: readonly SplitPerson[],
  maySell: (userId: number) => boolean,
): readonly Share[] => {
  const errors: Record<string, string> = {};
  const people = new Map(knownPeople.map((person) => [person.id, person]));
  const namedIds = new Set<number>();
  if (body.shares.length > limits.splits.people) errors.shares = fill(t.many, { most: limits.splits.people });
  const shares = body.shares.map(({ user_id, share }, index) => {
    const userId = rowId(user_id) ?? 0;
    const person = people.get(userId);
    if (!person || !maySell(userId)) errors[`shares.${index}.user_id`] = t.person;
    else if (namedIds.has(userId)) errors[`shares.${index}.user_id`] = fill(t.twice, { name: fullName(person) });
    namedIds.add(userId);
    const sharePpm = ppmOf(share);
    if (sharePpm === 0) errors[`shares.${index}.share`] = t.share;
    return { userId, sharePpm };
  });
  const sum = shares.reduce((total, { sharePpm }) => total + sharePpm, 0);
  if (shares.length === 0) errors.shares = t.noShares;
  else if (Object.keys(errors).length === 0 && sum !== PPM) errors.shares = fill(t.sum, { sum: percent(sum / PPM) });
  const reason = reasonRefusalOf(body.reason.trim());
  if (reason !== null) errors.reason = reason;
  if (Object.keys(errors).length > 0) throw formProblem(errors);
  return shares;
};
