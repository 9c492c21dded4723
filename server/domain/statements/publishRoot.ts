import { randomBytes } from 'node:crypto';
import { fullName } from '../../../contract/entities/user.ts';
import { leafHash, merkleTree } from '../../../contract/rules/statements/merkle.ts';
import { type ProvedStatement, STATEMENT_FORMAT } from '../../../contract/rules/statements/proof.ts';
import { type Day, periodAt, periodLabel } from '../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { IssuedRow } from '../../db/repositories/statements/issued.ts';
import type { LastClosingRow } from '../../db/repositories/statements/roots.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Services } from '../shared/services.ts';
import { checkStatement } from './statementCheck.ts';
import { balancesOf } from './statementContent.ts';
import { statementFiguresOf } from './statementFigures.ts';

export const ROOTS_JOB = 'publish_roots';
/** `actorId`: who closed the month, null if the server catches up; `requestId`: of the job, for the audit row. */
type Publication = Readonly<{ month: Day; actorId: number | null; requestId: string }>;
const SALT_BYTES = 32;

/** Stores one statement of a closing with its hash; everything that its lines are computed from is in it. */
export const hashStatement = async (tx: Repositories, closing: LastClosingRow, { month, user_id, ...name }: IssuedRow): Promise<void> => {
  const period = periodAt('month', month);
  // The last day matters to the amount due only, which is not part of the figures.
  const facts = await tx.statements.facts(user_id, period.start_date, period.end_date, period.end_date);
  if (!facts) throw new Error(`user ${user_id} has a statement and does not exist`);
  const { adjustments, payouts, records } = facts;
  const lines = records.map(({ id, booking_date: date, invoice_number: invoice, net_cents: net, amount_cents: amount }) => {
    return { id, date, invoice, net, amount };
  });
  const statement: ProvedStatement = {
    ...statementFiguresOf({ ...balancesOf(facts), lines, adjustments, payouts }, await checkStatement(tx, user_id, period)),
    format: STATEMENT_FORMAT,
    month: periodLabel(period),
    person: { id: String(user_id), name: fullName(name) },
    salt: randomBytes(SALT_BYTES).toString('hex'),
  };
  const leaf = canonicalJson(statement);
  await tx.statementRoots.addLeaf(closing.id, user_id, leaf, await leafHash(leaf));
};

/** Publishes the root over a closing's hashed statements. @returns the audit row to be written */
export const publishHashed = async (
  tx: Pick<Repositories, 'statementRoots'>,
  closing: LastClosingRow,
  { month, actorId }: Pick<Publication, 'month' | 'actorId'>,
  at: Date,
): Promise<AuditWrite> => {
  const leaves = await tx.statementRoots.leaves(closing.id);
  const { root, paths } = await merkleTree(leaves.map(({ hash }) => hash));
  await tx.statementRoots.publish(closing.id, root, paths, at);
  const entry = { actorId, action: 'period.root_published', entity: 'pay_period', entityId: periodLabel(periodAt('month', month)) };
  return { ...entry, after: { hash: closing.hash, root, statements: leaves.length } };
};

/**
 * Hashes each statement that a closing issued, and publishes the root over them (decisions 2.38). One statement per transaction, because
 * hashing all of them in the closing's transaction would hold up everybody; a closed month does not change meanwhile. Stops if it was
 * reopened.
 */
export const publishRoot = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  publication: Publication,
  signal: AbortSignal,
): Promise<void> => {
  const { month } = publication;
  const closing = await store.statementRoots.closingOf(month);
  if (!closing || closing.root !== null) return;
  const whileClosed = (work: (tx: Repositories) => Promise<void>): Promise<boolean> =>
    store.transaction(async (tx) => {
      await tx.periods.lockShared();
      const current = await tx.statementRoots.closingOf(month);
      if (current?.id !== closing.id || current.root !== null) return false;
      await work(tx);
      return true;
    });
  const hashed = new Set((await store.statementRoots.leaves(closing.id)).map(({ user_id }) => user_id));
  const issued = await store.issued.ofMonth(month);
  for (const statement of issued.filter(({ user_id }) => !hashed.has(user_id))) {
    signal.throwIfAborted();
    if (!(await whileClosed((tx) => hashStatement(tx, closing, statement)))) return;
  }
  if (issued.length === 0) return;
  await whileClosed(async (tx) => {
    const at = clock();
    const entry = await publishHashed(tx, closing, publication, at);
    await tx.audit.write(entry, { network: 'server', requestId: publication.requestId }, at);
  });
};

/**
 * Publishes roots that the closing's own job did not, because it failed or ran on a server of an earlier version during an upgrade. Only
 * for months that have not changed since they were closed.
 */
export const publishMissingRoots = async (
  services: Pick<Services, 'store' | 'clock'>,
  requestId: string,
  signal: AbortSignal,
): Promise<void> => {
  for (const month of await services.store.statementRoots.missing())
    await publishRoot(services, { month, actorId: null, requestId }, signal);
};
