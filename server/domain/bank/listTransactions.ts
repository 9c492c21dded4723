import type { BankDetail, BankDirection, BankPage, BankState, BankTargets } from '../../../contract/entities/bank.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { BankFilter } from '../../db/repositories/bank/transactionsPage.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { historyEntryOf } from '../audit/historyText.ts';
import { requireValidDays } from '../shared/days.ts';
import { readPage } from '../shared/page.ts';
import { badRequest, notFoundProblem } from '../shared/problem.ts';
import { bankCursor } from './bankCursor.ts';
import { candidateOf, transactionOf } from './bankView.ts';
import { directionOf, readBankProposal } from './judgeTransactions.ts';

type Deps = Readonly<{ store: Repositories }>;
export type BankQuery = Readonly<{
  state?: BankState | 'open';
  direction?: BankDirection;
  start_date?: string;
  end_date?: string;
  search?: string;
  cursor?: string;
  limit: number;
}>;
const MAX_HISTORY = 50;

/** Parameters missing from the query come from the cursor. @throws Problem 400 */
const filterFrom = ({ start_date: from, end_date: to, ...query }: BankQuery, carried?: BankFilter): BankFilter => {
  requireValidDays({ start_date: from, end_date: to });
  if ((from || to) && (!from || !to || to < from)) throw badRequest('range_invalid', messages.paymentRefusals.range, 'end_date');
  return {
    state: query.state ?? carried?.state ?? null,
    direction: query.direction ?? carried?.direction ?? null,
    from: from ?? carried?.from ?? null,
    to: to ?? carried?.to ?? null,
    search: query.search?.trim() || (carried?.search ?? null),
  };
};

/** decisions 3.04: a page, newest first; the summary covers all states. @throws Problem 400 */
export const listTransactions = async ({ store }: Deps, query: BankQuery): Promise<BankPage> => {
  const cursor = query.cursor === undefined ? null : bankCursor.read(query.cursor);
  const question = filterFrom(query, cursor?.question);
  if (cursor) bankCursor.mustContinue(cursor, question);
  const page = await readPage(
    query.limit,
    (maxRows) => store.bankPage.page(question, cursor?.after ?? null, maxRows),
    ({ booked_on: day, id }) => bankCursor.write({ question, after: { day, id } }),
  );
  const { found, ...summary } = await store.bankPage.counts(question);
  const matches = await store.bankMatches.shown(page.rows.map(({ id }) => id));
  return {
    data: page.rows.map((row) => transactionOf(row, matches)),
    pagination: { cursor: page.cursor, limit: query.limit, total: found },
    summary,
  };
};

/** One transaction with freshly computed candidates and its history. @throws Problem 404 */
export const findTransaction = async ({ store }: Deps, id: number | null): Promise<BankDetail> => {
  const row = id === null ? undefined : await store.bankTransactions.byId(id);
  if (!row) throw notFoundProblem('bank transaction');
  const isUndecided = row.state === 'proposed' || row.state === 'waiting';
  const candidates = isUndecided ? (await readBankProposal(store, row)).candidates : [];
  const history = await store.audit.listAbout([{ entity: 'bank_transaction', entityId: String(row.id) }], MAX_HISTORY);
  return {
    ...transactionOf(row, await store.bankMatches.shown([row.id])),
    candidates: candidates.map(candidateOf),
    description: row.description,
    dashboard_link: row.dashboard_link,
    failure: row.failure,
    history: history.map(historyEntryOf),
  };
};

/** Open items over which the transaction can be split. @throws Problem 404 */
export const findTargets = async ({ store }: Deps, id: number | null, input: string): Promise<BankTargets> => {
  const row = id === null ? undefined : await store.bankTransactions.byId(id);
  if (!row) throw notFoundProblem('bank transaction');
  const text = input.trim();
  const targets = text === '' ? [] : await store.bankTargets.search(directionOf(row), text, limits.bank.targets);
  return {
    data: targets.map(({ kind, id: targetId, label, name, day, open, party }) => ({
      kind,
      id: String(targetId),
      label,
      name,
      day,
      amount: fromCents(open),
      party_id: String(party),
    })),
  };
};
