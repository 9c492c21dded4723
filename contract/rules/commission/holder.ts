import type { Role } from '../../entities/user.ts';
import type { Cents } from '../money.ts';
import { addDays, type DateRange, type Day, laterDay, periodAt } from '../time/period.ts';
import { type CommissionsConfig, planFor } from './config.ts';
import { type EnginePerson, type LeaveRange, type Plan, quotaFor } from './plan.ts';

/** Role and start of employment on some days (decisions 2.22). */
type HolderStretch = DateRange & Readonly<{ role: Role; joinedOn: Day }>;
/** `count`: number of identical holders, 1 by default. `stretches`: all of their days, split where the role or employment changed. */
export type Holder = EnginePerson &
  Readonly<{ joinedOn: Day; count?: number; stretches?: readonly HolderStretch[]; leaves?: readonly LeaveRange[] }>;
/** A person's days, and the configuration that defines the quota for them. */
export type Holding = Readonly<{ config: CommissionsConfig; person: Holder; range: DateRange }>;
/** Days with one plan, or none. */
export type PlannedStretch = Readonly<{ plan: Plan | null; range: DateRange }>;

/** Salespeople have a quota, and so do people whom a plan names or whose role has an amount in it. */
export const holdsQuota = ({ appliesTo, quota }: Plan, { id, role }: EnginePerson): boolean =>
  role === 'salesperson' || appliesTo.users.includes(id) || quota.byRole[role] !== undefined;

export const holderOn = (person: Holder, day: Day): Holder => {
  const stretch = person.stretches?.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
  if (!stretch || (stretch.role === person.role && stretch.joinedOn === person.joinedOn)) return person;
  return { ...person, role: stretch.role, joinedOn: stretch.joinedOn };
};

/**
 * The quota of a period, by the role and employment on a day. Days between two employments belong to the later one from the start of the
 * period in which it begins, so that its ramp starts there as usual; before that, to the earlier one.
 */
export const quotaOn = (plan: Plan, person: Holder, day: Day, start: Day): Cents => {
  const holder = holderOn(person, day);
  const { end_date } = periodAt(plan.quota.period, start);
  if (holder.joinedOn <= end_date) return quotaFor(plan, holder, start);
  const starts = (person.stretches ?? []).map(({ joinedOn }) => joinedOn).filter((joinedOn) => joinedOn <= end_date);
  return quotaFor(plan, starts.length === 0 ? holder : { ...holder, joinedOn: starts.reduce(laterDay) }, start);
};

/** A range, split where a plan begins or ends or the role or employment changes, with the person's plan for each stretch. */
export const stretchesOf = (config: CommissionsConfig, person: Holder, { start_date, end_date }: DateRange): PlannedStretch[] => {
  const boundaries = config.plans
    .flatMap(({ effectiveFrom, effectiveTo }) => [
      ...(effectiveFrom === null ? [] : [effectiveFrom]),
      ...(effectiveTo === null ? [] : [addDays(effectiveTo, 1)]),
    ])
    .concat((person.stretches ?? []).map((stretch) => stretch.start_date));
  const starts = [...new Set([start_date, ...boundaries.filter((day) => day > start_date && day <= end_date)])].sort();
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return {
      plan: planFor(config, holderOn(person, start), start),
      range: { start_date: start, end_date: next === undefined ? end_date : addDays(next, -1) },
    };
  });
};
