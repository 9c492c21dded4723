import { isSelling, type Role } from '../../../contract/entities/user.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PersonRow, PersonStretch } from '../../db/repositories/commissions/facts.ts';

type Dated = Readonly<{ stretches?: readonly PersonStretch[] }>;

const stretchOn = ({ stretches = [] }: Dated, day: Day): PersonStretch | undefined =>
  stretches.length < 2 ? undefined : stretches.find(({ from_day, to_day }) => from_day <= day && day <= to_day);

/** The role on a day; today's role if the person has no stretches loaded. */
export const roleOn = (person: Pick<PersonRow, 'role'> & Dated, day: Day): Role => stretchOn(person, day)?.role ?? person.role;

/** A person's facts as of a day (decisions 2.22). */
export const personOn = (person: PersonRow, day: Day): PersonRow => {
  const stretch = stretchOn(person, day);
  if (!stretch) return person;
  const { role, manager_id, territory, active, joined_on, left_on } = stretch;
  return { ...person, role, manager_id, territory, active, joined_on, left_on, stretches: [] };
};

/** The person with the role of a record, if a closed month has a different one than the current data. */
export const withRole = (person: PersonRow, role: Role, day: Day): PersonRow =>
  roleOn(person, day) === role ? person : { ...person, role, stretches: [] };

/** True from the first to the last day of employment. */
export const isEmployed = ({ joined_on, left_on }: Pick<PersonRow, 'joined_on' | 'left_on'>, day: Day): boolean =>
  joined_on <= day && (left_on === null || day <= left_on);

/** True if the person was employed and active on the day. */
export const isPresent = (person: PersonRow, day: Day): boolean => {
  const personThen = personOn(person, day);
  return isEmployed(personThen, day) && personThen.active;
};

/** True if the person may be credited with a sale on the day (decisions 3.07); `createCreditCheck` is the same check by id. */
export const maySellOn = (person: PersonRow, day: Day): boolean => isPresent(person, day) && isSelling(roleOn(person, day));
