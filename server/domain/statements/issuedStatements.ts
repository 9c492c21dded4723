import type { IssuedStatement } from '../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { JobFile } from '../../db/repositories/jobs/jobs.ts';
import type { IssuedRow } from '../../db/repositories/statements/issued.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { issuedOf } from './issuedView.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const MAX_STATEMENTS = 36;
const t = messages.periodRefusals;

/** The user's statements of closed months, newest first. */
export const listIssued = async ({ store }: Pick<Deps, 'store'>, { userId }: Principal): Promise<IssuedStatement[]> =>
  (await store.issued.ofPerson(userId, MAX_STATEMENTS)).map(issuedOf);

/** @throws Problem 404, also for people whose commissions the actor may not see */
const findIssued = async ({ issued }: Pick<Repositories, 'issued'>, { actor }: Principal, id: number | null): Promise<IssuedRow> => {
  const row = id === null ? undefined : await issued.byId(id);
  if (!row || !can(actor, 'commission:read', { owner_id: String(row.user_id) })) throw notFoundProblem(t.statementGone);
  return row;
};

/** The statement's file; the download is audited (decisions 4.05). @throws Problem 404, 409 not_ready */
export const openIssuedFile = async ({ store, clock }: Deps, principal: Principal, id: number | null, origin: Origin): Promise<JobFile> => {
  const row = await findIssued(store, principal, id);
  const file = await store.issued.fileOf(row.id);
  if (!file) throw new Problem(409, 'not_ready', t.notWritten);
  const entry = { actorId: principal.userId, action: 'statement.downloaded', entity: 'issued_statement', entityId: String(row.id) };
  await store.audit.write({ ...entry, after: { file: file.name, sha256: file.sha256 } }, origin, clock());
  return file;
};

/**
 * The owner confirms the statement's file as written (decisions 2.11).
 * @throws Problem 404, 409 not_ready, statement_confirmed, statement_outdated
 */
export const confirmIssued = async (
  { store, clock }: Deps,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<IssuedStatement> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const row = await findIssued(tx, principal, id);
    if (row.user_id !== principal.userId) throw notFoundProblem(t.statementGone);
    const file = await tx.issued.fileOf(row.id);
    if (!file) throw new Problem(409, 'not_ready', t.notWritten);
    if (row.reopened) throw new Problem(409, 'statement_outdated', fill(t.outdated, { month: monthText(row.month) }));
    if (!(await tx.issued.confirm(row.id, at))) throw new Problem(409, 'statement_confirmed', t.confirmed);
    const entry = { actorId: principal.userId, action: 'statement.confirmed', entity: 'issued_statement', entityId: String(row.id) };
    await tx.audit.write({ ...entry, after: { file: file.name, sha256: file.sha256 } }, origin, at);
    return issuedOf({ ...row, confirmed_at: at.toISOString() });
  });
};
