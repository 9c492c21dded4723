import type { Day } from '../../contract/rules/time/period.ts';
import type { Random } from '../../server/demo/random.ts';
import type { CompanyItems } from './look.ts';
import type { Method, Reply, World } from './world.ts';

export type Send = (method: Method, path: string, body?: object | string) => Promise<Reply>;
/** One act of a person: the items they see, and how they call the server. The act's fault affects the first writing call. */
export type Turn = Readonly<{
  world: World;
  me: Readonly<{ id: number; email: string }>;
  today: Day;
  random: Random;
  look: CompanyItems;
  send: Send;
  /** Runs the jobs that the calls queued. */
  settle: () => Promise<void>;
}>;
export type Move = (turn: Turn) => Promise<unknown> | undefined;

export const some = <Row>({ random }: Turn, rows: readonly Row[]): Row | undefined => (rows.length === 0 ? undefined : random.pick(rows));
export const dollars = (cents: number): string => (cents / 100).toFixed(2);
