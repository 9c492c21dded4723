import type { Insertable } from 'kysely';
import type { Role, SpecifiedTerritory } from '../../../contract/entities/user.ts';
import type { UserPastTable, UsersTable } from '../../db/schema/index.ts';
import { type DayNumber, demoDayText, instantOn } from '../calendar.ts';
import { randomOf } from '../random.ts';
import type { DemoSpan } from '../span.ts';
import { emailOf, type Name, randomName } from './names.ts';

export type DemoPerson = Name &
  Readonly<{
    id: number;
    email: string;
    role: Role;
    territory: SpecifiedTerritory | null;
    manager_id: number | null;
    createdOn: DayNumber;
  }>;
/** `skill`: usual attainment; `pace`: relative number of invoices. Sells from `from` to `until`. */
export type DemoSeller = DemoPerson & Readonly<{ skill: number; pace: number; from: DayNumber; until: DayNumber; leavesAfter: boolean }>;
export type DemoPeople = Readonly<{
  admin: DemoPerson;
  vp: DemoPerson;
  managers: DemoPerson[];
  finance: DemoPerson[];
  eventsManagers: DemoPerson[];
  sellers: DemoSeller[];
}>;

const areas = ['Northeast', 'Southeast', 'Midwest', 'West'] as const;
const demoAccounts = {
  admin: { first_name: 'Priya', last_name: 'Raman' },
  vp: { first_name: 'Grant', last_name: 'Whitaker' },
  manager: { first_name: 'Elena', last_name: 'Marchetti' },
  sales: { first_name: 'Marcus', last_name: 'Bell' },
  finance: { first_name: 'Joanne', last_name: 'Pruitt' },
  events: { first_name: 'Tomas', last_name: 'Rivera' },
} as const;

/** In every group of forty, two have left and three joined later: days by their position in the group. */
const leftDaysAgo: Readonly<Record<number, number>> = { 13: 250, 29: 70 };
const joinedDaysAgo: Readonly<Record<number, number>> = { 6: 420, 22: 300, 35: 150 };

/** All people of the company; the first of each role is its demo account. Deterministic for a span and scale. */
export const peopleOf = ({ start, today, sellers: count }: DemoSpan): DemoPeople => {
  const random = randomOf('people');
  const nameCounts = new Map<string, number>();
  let id = 0;
  const person = (
    role: Role,
    account: keyof typeof demoAccounts | null,
    territory: SpecifiedTerritory | null,
    manager_id: number | null,
  ): DemoPerson => {
    id += 1;
    const name = account ? demoAccounts[account] : randomName(random);
    const occurrence = (nameCounts.get(emailOf(name, 1)) ?? 0) + 1;
    nameCounts.set(emailOf(name, 1), occurrence);
    const email = account ? `${account}@demo.test` : emailOf(name, occurrence);
    return { ...name, id, email, role, territory, manager_id, createdOn: start - random.int(20, 400) };
  };
  const admin = person('admin', 'admin', null, null);
  const vp = person('vp_sales', 'vp', 'Global', null);
  const managers = Array.from({ length: Math.max(4, Math.round(count / 10)) }, (_, index) =>
    person('sales_manager', index === 0 ? 'manager' : null, areas[(index + 3) % 4] as SpecifiedTerritory, vp.id),
  );
  const finance = [person('finance', 'finance', null, null), person('finance', null, null, null)];
  const eventsManagers = [0, 1, 2].map((index) => person('events_manager', index === 0 ? 'events' : null, null, null));
  const sellers = Array.from({ length: count }, (_, index): DemoSeller => {
    const manager = managers[index % managers.length] as DemoPerson;
    const sellerPerson = person('salesperson', index === 0 ? 'sales' : null, index % 20 === 17 ? 'Global' : manager.territory, manager.id);
    const daysSinceLeaving = leftDaysAgo[index % 40] ?? 0;
    const joinsAfter = joinedDaysAgo[index % 40] ?? 0;
    const from = joinsAfter > 0 ? today - joinsAfter : start;
    return {
      ...sellerPerson,
      createdOn: joinsAfter > 0 ? from - 6 : sellerPerson.createdOn,
      leavesAfter: daysSinceLeaving > 0,
      from,
      until: today - daysSinceLeaving,
      skill: index === 0 ? 0.97 : Math.min(1.22, Math.max(0.62, random.normal(0.93, 0.13))),
      pace: index === 0 ? 1.85 : 0.8 + 0.4 * random.next(),
    };
  });
  return { admin, vp, managers, finance, eventsManagers, sellers };
};

export const allDemoPeople = ({ admin, vp, managers, finance, eventsManagers, sellers }: DemoPeople): DemoPerson[] => [
  admin,
  vp,
  ...managers,
  ...finance,
  ...eventsManagers,
  ...sellers,
];

export const userRow = (person: DemoPerson | DemoSeller, passwordHash: string) =>
  ({
    id: person.id,
    email: person.email,
    first_name: person.first_name,
    last_name: person.last_name,
    role: person.role,
    territory: person.territory,
    manager_id: person.manager_id,
    active: !('leavesAfter' in person && person.leavesAfter),
    password_hash: passwordHash,
    joined_on: demoDayText(person.createdOn),
    left_on: 'leavesAfter' in person && person.leavesAfter ? demoDayText(person.until) : null,
    created_at: instantOn(person.createdOn, person.id),
    updated_at: instantOn(person.createdOn, person.id),
  }) satisfies Partial<Insertable<UsersTable>>;

/** Inactive before a late start; active until a departure. */
export const pastRows = ({
  id,
  role,
  manager_id,
  from,
  until,
  leavesAfter,
  createdOn: createdDay,
}: DemoSeller): Insertable<UserPastTable>[] => {
  const employment = { joined_on: demoDayText(createdDay), left_on: leavesAfter ? demoDayText(until) : null };
  const pastFacts = { user_id: id, role, manager_id, ...employment };
  return [
    ...(createdDay > from - 20 ? [{ ...pastFacts, until_day: demoDayText(from), active: false }] : []),
    ...(leavesAfter ? [{ ...pastFacts, until_day: demoDayText(until + 1), active: true }] : []),
  ];
};
