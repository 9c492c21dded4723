import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { ALL_DAYS, type PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';

const MAX_LISTED = 5;

/** Refuses to pay figures that are still being computed. The caller must have locked the people. @throws Problem 409 computing */
export const assertComputed = async ({ marks }: Pick<Repositories, 'marks'>, people: readonly PersonRow[]): Promise<void> => {
  const marked = new Set(await marks.markedOf(people.map(({ id }) => ({ user_id: id, ...ALL_DAYS }))));
  if (marked.size === 0) return;
  const names = people.filter(({ id }) => marked.has(id)).map(fullName);
  throw new Problem(409, 'computing', fill(messages.paymentRefusals.computing, { people: names.slice(0, MAX_LISTED).join(', ') }));
};
