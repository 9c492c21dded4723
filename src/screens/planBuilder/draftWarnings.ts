import { fullName, type User } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { parseDraft } from '../../../contract/rules/commission/config/draft.ts';
import { namedAfterLeaving } from '../../../contract/rules/commission/config/namedPeople.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { formatDate } from '../../ui/display/format.ts';

const t = messages.planBuilder;

/** Warnings by path about people whom the draft names for days after their departure. */
export const draftWarnings = (text: string, users: readonly User[], today: Day): ReadonlyMap<string, string> => {
  const formerUsers = users.filter(({ active, employment_end }) => !active || employment_end);
  const formerMentions = namedAfterLeaving(
    parseDraft(text),
    formerUsers.map(({ id, employment_end }) => ({ id, lastDay: employment_end ?? null })),
    today,
  );
  const namesById = new Map(formerUsers.map((user) => [user.id, fullName(user)]));
  return new Map(
    formerMentions.map(({ id, path, lastDay }) => {
      const name = namesById.get(id) ?? id;
      return [path, lastDay === null ? fill(t.namesFormer, { name }) : fill(t.namesFormerSince, { name, day: formatDate(lastDay) })];
    }),
  );
};
