import type { ApprovalChange, ApprovalDetail } from '../../../contract/entities/approval.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, can, type Permission } from '../../../contract/permissions.ts';
import { compareClauses } from '../../../contract/rules/commission/clauses/changes.ts';
import { companyClauses } from '../../../contract/rules/commission/clauses/companyClauses.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { ProposalRow } from '../../db/repositories/facts/proposals.ts';
import type { Store } from '../../db/repositories/store.ts';
import type { ProposedChange } from '../../db/schema/index.ts';
import { auditChangesOf, orderOfKey } from '../audit/historyText.ts';
import { actionText } from '../audit/historyWords.ts';
import type { CommandName } from '../facts/proposable.ts';
import { OWN_PAY_CODES } from '../imports/ownRows.ts';
import { type PlannedChange, plannedEntryOf } from '../people/planChange.ts';
import { configOf } from '../plans/config.ts';
import { plansInWords, readPlanAccess } from '../plans/planAccess.ts';
import { IMPACT_JOB } from '../settings/configChange.ts';
import type { ImpactRequest } from '../settings/configImpact.ts';
import { isRowId } from '../shared/cursor.ts';

type DetailContext = Readonly<{ store: Store; actor: Actor; row: ProposalRow }>;
type Fields = Readonly<Record<string, unknown>>;
type Details = Pick<ApprovalDetail, 'changes' | 'hidden'>;
type VisibleChanges = Readonly<{ changes: ApprovalChange[]; hidden: number }>;

const t = messages.approvals.details;
const addedField = (field: string, after: string | null): ApprovalChange => ({ field, before: null, after, from: null, part: null });
const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** Fields that only some approvers may read, with the permission they require. */
const guardedFields: Readonly<Record<string, Readonly<{ right: Permission; fields: readonly string[] }>>> = {
  user: { right: 'user:update', fields: ['employment_start', 'employment_end', 'employee_number', 'leaves'] },
};
/** Facts besides the amount that only some approvers may read (decisions 3.04). */
const guardedEntities: Readonly<Record<string, Permission>> = {
  receipt: 'payment:read',
  payout: 'payment:read',
  bank_transaction: 'bank:reconcile',
};
const datedFields: readonly string[] = ['role', 'territory', 'manager_id'];
/** The audit log's own fields, hidden from approvers. */
const HIDDEN_FIELDS: readonly string[] = ['effective_from', 'self_approved', 'config_version', 'marked_periods', 'matched'];

const isReadable = (actor: Actor, { entity, entityId }: ProposedChange, field: string): boolean => {
  const permission = guardedEntities[entity];
  if (permission && field !== 'amount_cents') return can(actor, permission);
  const guard = guardedFields[entity];
  return !guard?.fields.includes(field) || can(actor, guard.right, entity === 'user' ? { owner_id: entityId } : {});
};

const names: Readonly<Record<string, string>> = { manager_id: t.manager, user_id: t.whose };
/** The name of a person whom the audit log stores by id. */
const readPersonName = async ({ users }: Pick<Store, 'users'>, id: unknown): Promise<string | null> => {
  const person = isRowId(Number(id)) ? await users.byId(Number(id)) : undefined;
  return person ? fullName(person) : null;
};

const readFieldChange = async (store: Store, entity: string, field: string, before: unknown, after: unknown) => {
  const name = names[field];
  if (name === undefined) return auditChangesOf(entity, { [field]: before }, { [field]: after });
  if (String(before ?? '') === String(after ?? '')) return [];
  return [{ field: name, before: await readPersonName(store, before), after: await readPersonName(store, after) }];
};

/** Lists the changed fields; dated ones with their first day. */
const readVisibleChanges = async ({ store, actor, row }: DetailContext, change: ProposedChange): Promise<VisibleChanges> => {
  const [before, after] = [fieldsIn(change.before), fieldsIn(change.after)];
  const firstDay = (after.effective_from as Day | undefined) ?? row.day;
  const changes: ApprovalChange[] = [];
  let hidden = 0;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const field of [...fields].sort((a, b) => orderOfKey(a) - orderOfKey(b))) {
    if (HIDDEN_FIELDS.includes(field)) continue;
    const fieldChanges = await readFieldChange(store, change.entity, field, before[field], after[field]);
    if (!isReadable(actor, change, field)) hidden += fieldChanges.length;
    else {
      const from = change.entity === 'user' && datedFields.includes(field) ? firstDay : null;
      changes.push(...fieldChanges.map((one) => ({ ...one, from, part: null })));
    }
  }
  const showsReason = change.reason && isReadable(actor, change, 'reason');
  return {
    changes: [...changes, ...(showsReason ? [addedField(t.reason, change.reason)] : [])],
    hidden: hidden + (change.reason && !showsReason ? 1 : 0),
  };
};

/** Clauses of the plans that the requester may read, from the requested start day on. */
const readPlanChanges = async ({ store, actor, row }: DetailContext, { before, after }: ProposedChange): Promise<ApprovalChange[]> => {
  const access = await readPlanAccess({ store }, actor);
  const wordsOf = (text: unknown) => {
    const config = configOf(String(text));
    const company = { id: '', name: messages.planPage.company, clauses: companyClauses(config) };
    return [...plansInWords(config, access, actor, row.day), company];
  };
  const id = Number(row.input[0]);
  const job = row.command === 'settings.confirm' && isRowId(id) ? await store.jobs.ownById(IMPACT_JOB, row.author_id, id) : undefined;
  const from = job ? (job.payload as ImpactRequest).effective_date : null;
  return compareClauses(wordsOf(fieldsIn(before).commissions_config), wordsOf(fieldsIn(after).commissions_config)).map((clause) => ({
    field: clause.plan,
    before: clause.before,
    after: clause.after,
    from,
    part: null,
  }));
};

const readDetails = async (context: DetailContext, change: ProposedChange): Promise<VisibleChanges> => {
  if (change.entity !== 'settings') return readVisibleChanges(context, change);
  const { commissions_config: previousConfig, ...before } = fieldsIn(change.before);
  const { commissions_config: newConfig, ...after } = fieldsIn(change.after);
  const { changes, hidden } = await readVisibleChanges(context, { ...change, before, after });
  return { changes: previousConfig === newConfig ? changes : [...changes, ...(await readPlanChanges(context, change))], hidden };
};

/** Facts of a person that are planned for a future day as part of the change. */
const readPlannedChanges = async (store: Store, { command, input }: ProposalRow): Promise<ProposedChange[]> => {
  const [id, body] = input as readonly unknown[];
  const planned = fieldsIn(body).planned as PlannedChange | undefined;
  const person = command === 'user.change' && planned ? await store.users.byId(Number(id)) : undefined;
  if (!person || !planned) return [];
  const entry = plannedEntryOf(person.id, planned);
  const { effective_from: _, ...facts } = entry.after;
  const before = Object.fromEntries(Object.keys(facts).map((field) => [field, Reflect.get(person, field)]));
  return [{ ...entry, before, reason: null }];
};

const none: VisibleChanges = { changes: [], hidden: 0 };
const fileSummaryOf = (actor: Actor, title: string, rows: number): VisibleChanges => {
  const changes = [addedField(t.rows, String(rows))];
  return can(actor, 'import:manage') ? { changes: [addedField(t.file, title), ...changes], hidden: 0 } : { changes, hidden: 1 };
};

/** Commands that change many facts at once are summarized as counts by kind. */
const summarizers: Readonly<Partial<Record<CommandName, (context: DetailContext) => Promise<VisibleChanges>>>> = {
  'import.rows': async ({ store, actor, row }) => {
    const run = await store.importRuns.byId(Number(row.input[0]));
    const rows = run ? await store.quarantine.rowsOfCodes(run.id, OWN_PAY_CODES, limits.imports.chunk) : [];
    return run ? fileSummaryOf(actor, run.title, rows.length) : none;
  },
  'import.undo': async ({ store, actor, row }) => {
    const run = await store.importRuns.byId(Number(row.input[0]));
    const { new: created = 0, changed = 0, closed_month: closedMonth = 0, before_books: early = 0 } = run?.counts ?? {};
    return run ? fileSummaryOf(actor, run.title, created + changed + closedMonth + early) : none;
  },
  'records.settle': async ({ store, row }) => {
    const [, id, settling] = row.input as readonly unknown[];
    const connection = await store.connections.byId(Number(id));
    const { ids, question, answer } = fieldsIn(settling);
    const { value } = fieldsIn(question);
    // An answer to a question settles every document with that text, so the text replaces the count.
    const records = Array.isArray(ids) ? String(ids.length) : typeof value === 'string' ? value : '';
    const answerFields = typeof answer === 'string' && answer !== '' ? [addedField(t.answer, answer)] : [];
    return connection
      ? { changes: [addedField(t.connection, connection.name), addedField(t.records, records), ...answerFields], hidden: 0 }
      : none;
  },
};

/** The change that a proposal stores, limited to what the requester may read (decisions 3.06). */
export const readProposedChange = async (context: DetailContext): Promise<Details> => {
  const { store, row } = context;
  const summary = summarizers[row.command as CommandName];
  if (summary) return summary(context);
  if (row.changes === null) return { changes: null, hidden: 0 };
  const details: VisibleChanges[] = [];
  const parts = row.changes.length > 1;
  for (const change of [...row.changes, ...(await readPlannedChanges(store, row))]) {
    const { changes, hidden } = await readDetails(context, change);
    details.push({ changes: changes.map((one) => ({ ...one, part: parts ? actionText(change.action) : null })), hidden });
  }
  return { changes: details.flatMap(({ changes }) => changes), hidden: details.reduce((sum, { hidden }) => sum + hidden, 0) };
};
