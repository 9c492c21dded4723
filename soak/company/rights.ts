import { sql } from 'kysely';
import type { Role } from '../../contract/entities/user.ts';
import { addDays } from '../../contract/rules/time/period.ts';
import type { Random } from '../../server/demo/random.ts';
import type { Violations } from './checks.ts';
import type { Method, World } from './world.ts';

/**
 * The permissions of decisions 3.01-3.10 for the simulation's calls, reimplemented, so that a bug in the product's own table is detected.
 * `Scope`: the owners of the rows that a list may contain.
 */
type Scope = 'all' | 'team' | 'own';
type Scopes = Readonly<Partial<Record<Role, Scope>>>;

const money: readonly Role[] = ['finance', 'admin'];
const leaders: readonly Role[] = ['sales_manager', 'vp_sales', 'admin'];
const writers: readonly (readonly [call: RegExp, roles: readonly Role[]])[] = [
  [/^POST \/(?:payments|payout-runs|period-closings|imports|bank)/, money],
  [/^PUT \/(?:payments|imports)/, money],
  [/^POST \/periods\/.*\/reopen$/, ['admin']],
  [/^POST \/periods\//, money],
  [/^(?:POST|PUT) \/(?:users|settings|integrations)/, ['admin']],
  [/^POST \/approvals\/decide$/, ['vp_sales', 'finance', 'admin']],
  [/^(?:PUT|DELETE) \/commissions\/\d+\/hold$/, ['vp_sales', 'finance', 'admin']],
  [/^POST \/commissions\/\d+\/disputes$/, ['salesperson', ...leaders]],
  [/^POST \/disputes/, leaders],
  [/^POST \/adjustments\/\d+\/(?:approve|reject)$/, ['vp_sales', 'admin']],
  [/ \/adjustments/, leaders],
  [/^PUT \/invoices\/\d+\/split$/, leaders],
  [/ \/invoices/, ['finance', ...leaders]],
  [/ \/deals/, ['salesperson', ...leaders]],
];
/** False for a role that may not make the call for any row. */
export const mayWrite = (role: Role, method: Method, path: string): boolean =>
  writers.find(([call]) => call.test(`${method} ${path}`))?.[1].includes(role) ?? false;

const everybody = { vp_sales: 'all', finance: 'all', admin: 'all' } as const;
const records: Scopes = { ...everybody, salesperson: 'own', sales_manager: 'all', events_manager: 'own' };
const ofMoney: Scopes = { finance: 'all', admin: 'all' };
/** `owner`: the field with a row's owner, if any. A role without a scope is refused. */
const lists: readonly (readonly [path: string, owner: string | null, scopes: Scopes])[] = [
  ['/commissions', 'user_id', records],
  ['/adjustments', 'user_id', records],
  ['/disputes', null, records],
  ['/invoices', 'salesperson_id', { ...everybody, sales_manager: 'team' }],
  ['/deals', 'owner_id', { ...everybody, salesperson: 'own', sales_manager: 'team' }],
  ['/payouts', 'user_id', { ...ofMoney, salesperson: 'own', sales_manager: 'team', vp_sales: 'own', events_manager: 'own' }],
  ['/payments', null, ofMoney],
  ['/payout-runs', null, ofMoney],
  ['/imports', null, ofMoney],
  ['/audit', null, ofMoney],
  ['/periods', null, ofMoney],
  ['/approvals', null, { ...ofMoney, vp_sales: 'all' }],
  ['/users', null, { ...everybody, sales_manager: 'all', events_manager: 'all' }],
  ['/outgoing-webhooks', null, { admin: 'all' }],
];
const RANGED = /^\/(?:commissions|adjustments|invoices|payments)$/;
const RANGE_DAYS = 90;

type Person = Readonly<{ id: number; email: string; role: Role }>;
const ownersFor = async ({ db }: World, { id }: Person, scope: Scope): Promise<ReadonlySet<string> | null> => {
  if (scope === 'all') return null;
  const { rows } = await sql<{ id: number }>`select id from users where id = ${id} or (${scope === 'team'} and manager_id = ${id})`.execute(
    db.query,
  );
  return new Set(rows.map((row) => String(row.id)));
};

/** Lists that a person sees without permission, or does not see despite having it. */
const readingFaults = async (world: World, person: Person): Promise<string[]> => {
  const faults: string[] = [];
  const today = world.today();
  for (const [path, owner, scopes] of lists) {
    const range = RANGED.test(path) ? `?start_date=${addDays(today, -RANGE_DAYS)}&end_date=${today}` : '';
    const { status, body } = await world.send(person.email, { method: 'GET', path: `${path}${range}` });
    const scope = scopes[person.role];
    if ((status === 200) !== (scope !== undefined)) faults.push(`${person.role}: GET ${path}${range} -> ${status}`);
    if (status !== 200 || owner === null || scope === undefined) continue;
    const owners = await ownersFor(world, person, scope);
    const foreign = (body.data as Record<string, string | null>[]).find((row) => owners && !owners.has(String(row[owner])));
    if (foreign) faults.push(`${person.role} ${person.id}: GET ${path}${range} contains ${owner} ${foreign[owner]}`);
  }
  return faults;
};

/** Checks that a salesperson cannot open other people's records. */
const recordFaults = async (world: World, { id, email, role }: Person): Promise<string[]> => {
  if (role !== 'salesperson') return [];
  const { rows } = await sql<{ id: number; user_id: number }>`
    select id, user_id from commission_records where user_id <> ${id} order by id desc limit 1`.execute(world.db.query);
  const faults: string[] = [];
  for (const row of rows)
    for (const path of [`/commissions/${row.id}`, `/commissions/${row.id}/explain`, `/commissions/summary?user_id=${row.user_id}`]) {
      const { status } = await world.send(email, { method: 'GET', path });
      if (status < 400) faults.push(`salesperson ${id}: GET ${path} of person ${row.user_id} -> ${status}`);
    }
  return faults;
};

const ROLES_AT_ONCE = 2;
/** Reads the lists as one person each of some roles. */
export const rightsFaults = async (world: World, random: Random): Promise<Violations> => {
  const { rows } = await sql<Person>`select id, email, role from users where active order by id`.execute(world.db.query);
  const signedIn = rows.filter(({ email }) => world.passwords.has(email));
  const faults: string[] = [];
  const roles = [...new Set(signedIn.map((person) => person.role))];
  for (let index = 0; index < ROLES_AT_ONCE; index += 1) {
    const role = random.pick(roles);
    const person = random.pick(signedIn.filter((one) => one.role === role));
    faults.push(...(await readingFaults(world, person)), ...(await recordFaults(world, person)));
  }
  return faults;
};
