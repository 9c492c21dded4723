import { fill, messages } from '../../../contract/messages.ts';
import { csvLines, csvOf } from '../../../contract/rules/csv.ts';
import { payrollRows, peopleWithoutNumber } from '../../../contract/rules/payroll.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { auditRun } from './runEffects.ts';

const t = messages.payoutRunRefusals;

/**
 * The payroll file of an approved run: all active payments, in the configured layout.
 * @throws Problem 404, 409 run_step, employee_number_missing
 */
export const createPayrollFile = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<Readonly<{ name: string; content: string }>> => {
  const run = id === null ? undefined : await store.payoutRuns.byId(id);
  if (!run) throw notFoundProblem('payout run');
  if (run.state !== 'approved' && run.state !== 'completed') throw new Problem(409, 'run_step', t.notApproved);
  const { payroll } = (await currentConfig(store)).config;
  const period = run.month.slice(0, 7);
  const lines = (await store.payoutRuns.people(run.id, null))
    .filter(({ outcome, is_paid, amount_cents }) => outcome === 'paid' && is_paid && amount_cents > 0)
    .map((person) => ({ ...person, amount: person.amount_cents, period, reference: `${run.reference}-${person.user_id}` }));
  const unnumbered = peopleWithoutNumber(payroll, lines);
  if (unnumbered.length > 0) throw new Problem(409, 'employee_number_missing', fill(t.noNumber, { people: unnumbered.join(', ') }));
  const transition = { deed: 'payroll_downloaded', id: run.id, after: { layout: payroll.layout } } as const;
  await auditRun(store, transition, { principal, origin, at: clock() });
  const rows = payrollRows(payroll, lines);
  // No byte order mark: providers compare the first header literally.
  return { name: `payroll-${period}-run-${run.id}.csv`, content: payroll.layout === 'generic' ? csvOf(rows) : csvLines(rows) };
};
