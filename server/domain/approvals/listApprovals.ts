import { type ApprovalDetail, type ApprovalGroup, type ApprovalPage, approvalGroups } from '../../../contract/entities/approval.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { ApprovalFilter, ApprovalKey } from '../../db/repositories/approvals/approvals.ts';
import { cursorOf, isOneOf, isRowId, nullOr } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { approvalAudienceOf } from './approvalAudience.ts';
import { approvalSubjects, readApprovalId } from './approvalIds.ts';
import { approvalsOf } from './approvalView.ts';
import { describeDecider } from './describeDecider.ts';
import { readProposedChange } from './proposedChange.ts';

type Deps = Pick<Services, 'store'>;
export type ApprovalsQuery = Readonly<{ group?: ApprovalGroup; user_id?: string; cursor?: string; limit: number }>;
type CursorFields = Pick<ApprovalFilter, 'group' | 'person'>;
const isDated = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const approvalCursor = cursorOf<CursorFields, ApprovalKey>('approvals', {
  question: { group: nullOr(isOneOf(approvalGroups)), person: nullOr(isRowId) },
  after: { created_at: isDated, subject: isOneOf(approvalSubjects), id: isRowId },
});

/** Items waiting for the actor, oldest first; missing parameters come from the cursor. @throws Problem 400 */
export const listApprovals = async ({ store }: Deps, actor: Actor, query: ApprovalsQuery): Promise<ApprovalPage> => {
  const cursor = query.cursor === undefined ? null : approvalCursor.read(query.cursor);
  const carried: CursorFields = {
    group: query.group ?? cursor?.question.group ?? null,
    person: query.user_id === undefined ? (cursor?.question.person ?? null) : Number(query.user_id),
  };
  if (cursor) approvalCursor.mustContinue(cursor, carried);
  const filter = { ...carried, audience: await approvalAudienceOf(store, actor) };
  const page = await readPage(
    query.limit,
    (maxRows) => store.approvals.page(filter, cursor?.after ?? null, maxRows),
    ({ created_at, subject, id }) => approvalCursor.write({ question: carried, after: { created_at, subject, id } }),
  );
  return {
    data: await approvalsOf(store, page.rows, actor),
    pagination: { cursor: page.cursor, limit: query.limit, total: await store.approvals.count(filter) },
  };
};

/** The number of rows in the unfiltered list. */
export const countApprovals = async ({ store }: Deps, actor: Actor): Promise<number> =>
  store.approvals.count({ audience: await approvalAudienceOf(store, actor), group: null, person: null });

/** One item waiting for the actor. @throws Problem 404 not_waiting, naming who decided it */
export const findApproval = async ({ store }: Deps, actor: Actor, input: string): Promise<ApprovalDetail> => {
  const id = readApprovalId(input);
  const isWaiting = id !== null && (await store.approvals.waitsFor(await approvalAudienceOf(store, actor), id));
  const [approval] = isWaiting ? await approvalsOf(store, [{ ...id, created_at: '' }], actor) : [];
  if (approval && id) {
    const [row] = id.subject === 'proposal' ? await store.proposals.byIds([id.id]) : [];
    return { ...approval, ...(row ? await readProposedChange({ store, actor, row }) : { changes: null, hidden: 0 }) };
  }
  const { message } = await describeDecider(store, actor, id);
  throw new Problem(404, 'not_waiting', message);
};
