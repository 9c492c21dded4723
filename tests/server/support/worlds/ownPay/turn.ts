import type { Role } from '../../../../../contract/entities/user.ts';
import type { Random } from '../../records.ts';
import type { OwnPayCompany } from './company.ts';
import type { Surroundings } from './surroundings.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
// biome-ignore lint/suspicious/noExplicitAny: each caller reads the answer of its own call.
export type Reply = Readonly<{ status: number; body: any }>;

/** One person's next call: who they are, the things they can name, and how to send it. */
export type Turn = Readonly<{
  company: OwnPayCompany;
  me: number;
  surroundings: Surroundings;
  random: Random;
  send: (method: Method, path: string, body?: object | string, type?: string) => Promise<Reply>;
}>;
/** One move: a call, or a few related ones. `roles`: the roles that may make it. */
export type Move = Readonly<{ name: string; roles: readonly Role[]; go: (turn: Turn) => Promise<unknown> | undefined }>;

/** A random row, mostly one of the person's own if any exist. */
export const pickRow = <Row extends object>({ me, random }: Turn, rows: readonly Row[]): Row | undefined => {
  const own = rows.filter((row) => 'owner' in row && row.owner === me);
  const from = own.length > 0 && random.below(10) < 7 ? own : rows;
  return from.length === 0 ? undefined : random.of(from);
};

/** A random user id, mostly the person's own. */
export const randomUserId = ({ me, surroundings, random }: Turn): string =>
  String(random.below(3) > 0 ? me : random.of(surroundings.users).id);

export const randomDollars = ({ random }: Turn): string => random.of(['1', '40', '250.50', '900', '5000', '30000']);
export const randomDay = ({ random }: Turn): string => random.of(['2026-11-03', '2026-11-10', '2026-11-14', '2026-11-20', '2026-10-08']);
export const move = (name: string, roles: readonly Role[], go: Move['go']): Move => ({ name, roles, go });

export const seniorRoles: readonly Role[] = ['admin', 'vp_sales'];
export const sellerRoles: readonly Role[] = ['admin', 'vp_sales', 'sales_manager', 'salesperson'];
export const leaderRoles: readonly Role[] = ['admin', 'vp_sales', 'sales_manager'];
export const bookkeeperRoles: readonly Role[] = ['admin', 'finance'];
