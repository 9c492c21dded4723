// Run by /admin/simulation (decisions 1.10): prints each day of a simulated company as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { SimulationDay, SimulationLine } from '../../contract/entities/simulation.ts';
import { limits } from '../../contract/limits.ts';
import { fromCents } from '../../contract/rules/money.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import { openStore } from '../../server/db/repositories/store.ts';
import { listAudit } from '../../server/domain/audit/listAudit.ts';
import { createTemplate, removeTemplate } from './place.ts';
import { bundleWatch } from './planted.ts';
import { type SimulatedDay, simulate } from './simulate.ts';

/** Audit rows read per day; sign-ins are left out of the ledger. */
const MAX_READ = 100;
type Totals = Readonly<Record<'earned' | 'paid' | 'due', number>>;

const print = (line: SimulationLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const readTotals = async ({ db }: SimulatedDay): Promise<Totals> => {
  const { rows } = await sql<Totals>`
    select coalesce(sum(amount_cents + adjustments_cents), 0)::int8 as earned, coalesce(sum(paid_cents), 0)::int8 as paid,
      coalesce(sum(due_cents), 0)::int8 as due
    from commission_records`.execute(db.query);
  return rows[0] as Totals;
};

const readEntries = async ({ db }: SimulatedDay, day: Day): Promise<SimulationDay['entries']> => {
  const filter = { person: null, kind: null, start_date: day, end_date: day, cents: null, ownBenefit: false } as const;
  const { data } = await listAudit({ store: openStore(db), clock: () => new Date() }, { filter, limit: MAX_READ });
  const deeds = data.filter(({ entity }) => entity !== 'session').slice(0, limits.simulation.entries);
  return deeds.map(({ at, actor, action, subject, amount }) => ({ at, actor, action, subject, amount }));
};

const printDay = async (lived: SimulatedDay): Promise<void> => {
  const { earned, paid, due } = await readTotals(lived);
  print({
    type: 'day',
    day: {
      day: lived.day,
      acts: lived.acts,
      earned: fromCents(earned),
      paid: fromCents(paid),
      due: fromCents(due),
      entries: await readEntries(lived, lived.day),
      checked: [...lived.checked],
    },
  });
};

/** Simulates the company on the embedded database. */
const simulateEmbedded = async (seed: number, days: number): Promise<void> => {
  const template = await createTemplate(undefined);
  try {
    const { fault, digest } = await simulate({ seed, days, template, onDay: printDay });
    const violation = fault && { day: fault.day, invariant: fault.invariant, facts: [...fault.calls, ...fault.facts] };
    print({ type: 'end', digest, violation });
  } finally {
    await removeTemplate(template);
  }
};

/** Simulates the company in a bundle with a planted fault. */
const simulateWithFault = async (seed: number, days: number, fault: string): Promise<void> => {
  const { file, remove } = await bundleWatch(fault);
  const child = spawn(process.execPath, [file, '--seed', String(seed), '--days', String(days)], { stdio: 'inherit' });
  process.once('exit', () => {
    child.kill();
    remove();
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '60' },
    fault: { type: 'string' },
  },
});
const [seed, days] = [Number(values.seed), Number(values.days)];
// The simulation was stopped; the exit handlers remove its files.
process.once('SIGTERM', () => process.exit(1));
if (values.fault === undefined) await simulateEmbedded(seed, days);
else await simulateWithFault(seed, days, values.fault);
process.exit();
