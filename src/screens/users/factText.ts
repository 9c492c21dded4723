import type { UserFact } from '../../../contract/entities/people.ts';
import { type Role, roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { formatDate, NONE } from '../../ui/display/format.ts';
import { formatInstantDay } from '../../ui/display/formatInstant.ts';

const t = messages.userFormText;
const emptyTexts = { role: NONE, manager: t.noManager, territory: t.noTerritory, employment: t.noLastDay, leave: NONE } as const;

const valueText = ({ field, value }: UserFact): string => {
  if (value === null) return emptyTexts[field];
  if (field === 'employment' || field === 'leave') return fill(t.untilDay, { day: formatDate(value) });
  return field === 'role' ? (roleLabels[value as Role] ?? value) : value;
};

/** A dated fact of a person in words. */
export const describeFact = (fact: UserFact) => ({
  field: t.historyFields[fact.field],
  value: valueText(fact),
  day: fact.first_day === null ? t.always : formatDate(fact.first_day),
  recorded:
    fact.recorded_by === null ? NONE : fill(t.recordedBy, { name: fact.recorded_by, day: formatInstantDay(fact.recorded_at ?? '') }),
});
