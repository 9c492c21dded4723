import type { Hold, HoldBody } from '../../../contract/entities/hold.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { holdLifecycle } from '../../../contract/lifecycles/hold.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day, isDay } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { CurrentHold } from '../../db/repositories/commissions/holds.ts';
import type { RecordOwner } from '../../db/repositories/commissions/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { lockWithManagers } from '../commissions/recompute/index.ts';
import { changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { proposable } from '../facts/proposable.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { creditMemoProblem, forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const t = messages.holds.refused;
type Deps = Pick<Services, 'store' | 'clock'>;
type HoldInput = Readonly<{ reason: string; releaseOn: Day | null }>;

const dayRefusalOf = (input: string | null, today: Day): string | null => {
  if (input === null) return null;
  if (!isDay(input)) return t.day;
  if (input <= today) return fill(t.past, { today: dayText(today) });
  return input > addDays(today, limits.holds.daysAhead) ? t.far : null;
};

/** @throws Problem 422 naming each field */
const readHold = (body: HoldBody, today: Day): HoldInput => {
  const reason = body.reason.trim();
  const releaseOn = body.release_on?.trim() || null;
  const errors: Record<string, string> = {};
  if (reason === '') errors.reason = t.reason;
  else if (reason.length > limits.holds.reasonLength) errors.reason = t.reasonLong;
  else if (!isPlainText(reason)) errors.reason = fill(messages.server.hiddenCharacter, { field: messages.holds.reason });
  const day = dayRefusalOf(releaseOn, today);
  if (day !== null) errors.release_on = day;
  if (Object.keys(errors).length > 0) throw formProblem(errors);
  return { reason, releaseOn };
};

/** @throws Problem 404 */
const findRecord = async ({ invoices }: Pick<Repositories, 'invoices'>, id: number | null): Promise<RecordOwner> => {
  const record = id === null ? undefined : await invoices.recordById(id);
  if (!record) throw notFoundProblem('commission');
  return record;
};

/** Reads the record again after locking its person: a computation may have changed or removed it. @throws Problem 403, 404 */
const recordFor = async (tx: Repositories, { actor }: Principal, id: number | null): Promise<RecordOwner> => {
  const { user_id } = await findRecord(tx, id);
  if (!can(actor, 'commission:hold')) throw forbidden();
  await lockWithManagers(tx, [user_id]);
  return findRecord(tx, id);
};

const hasEnded = ({ release_on }: CurrentHold, today: Day): boolean => release_on !== null && release_on <= today;
const auditedFieldsOf = ({ reason, releaseOn }: HoldInput) => ({ reason, release_on: releaseOn });

const holdOf = (record: RecordOwner, hold: CurrentHold, dayOf: (at: Date) => Day): Hold => ({
  commission_id: String(record.id),
  reason: hold.reason,
  by: fullName(hold),
  since: dayOf(new Date(hold.held_at)),
  release_on: hold.release_on,
});

const entryOf = ({ userId }: Principal, action: 'held' | 'released', { id }: RecordOwner) =>
  ({ actorId: userId, action: `commission.${action}`, entity: 'commission', entityId: String(id) }) as const;

/**
 * Holds a record, and those of its invoice's credit memos (decisions 2.08, 2.23): nothing beyond the amount already paid is paid until
 * somebody releases it or its release day arrives.
 * @throws Problem 403, 404, 409 already_held, credit_memo, 422
 */
export const holdRecord = (
  { store, clock }: Deps,
  principal: Principal,
  id: number | null,
  body: HoldBody,
  origin: Origin,
): Promise<Hold> => {
  const at = clock();
  const hold = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<Hold>> => {
    const record = await recordFor(tx, principal, id);
    if (record.credit_of_id !== null) throw creditMemoProblem();
    const { config } = await currentConfig(tx);
    const dayOf = (instant: Date): Day => todayIn(config.timezone, instant);
    const input = readHold(body, dayOf(at));
    const current = await tx.holds.current(record.id);
    if (current && !hasEnded(current, dayOf(at)))
      throw new Problem(409, 'already_held', fill(t.already, { by: fullName(current), reason: current.reason }));
    await declareFacts({ invoices: [record.invoice_id] });
    if (current) await tx.holds.end(current.id, null, at);
    await tx.holds.add(record.id, { ...input, actorId: principal.userId }, at);
    const currentHold = await tx.holds.current(record.id);
    if (!currentHold) throw new Error(`the hold of record ${record.id} is gone`);
    const entries = [{ ...entryOf(principal, 'held', record), before: null, after: auditedFieldsOf(input) }];
    return { why: { kind: 'held', reason: input.reason }, finish: async () => ({ answer: holdOf(record, currentHold, dayOf), entries }) };
  };
  return store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => hold(tx, declareFacts)));
};

/**
 * Ends a hold. Users who may hold may also release, but not their own records held by others.
 * @throws Problem 403, 404, 409 not_held
 */
export const releaseRecord = proposable(
  'hold.release',
  ({ store, clock }: Deps, principal: Principal, id: number | null, origin: Origin): Promise<void> => {
    const at = clock();
    const release = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<void>> => {
      const record = await recordFor(tx, principal, id);
      const { config } = await currentConfig(tx);
      const current = await tx.holds.current(record.id);
      if (!current || hasEnded(current, todayIn(config.timezone, at))) throw new Problem(409, 'not_held', t.none);
      const facts = { own: record.user_id === principal.userId, setByActor: current.held_by === principal.userId, dayReached: false };
      if (!canStep(holdLifecycle, 'held', { type: 'release' }, facts)) throw new Problem(403, 'own_record', t.own);
      await declareFacts({ invoices: [record.invoice_id] });
      await tx.holds.end(current.id, principal.userId, at);
      const before = auditedFieldsOf({ reason: current.reason, releaseOn: current.release_on });
      const entries = [{ ...entryOf(principal, 'released', record), before, after: null }];
      return { why: { kind: 'released' }, finish: async () => ({ answer: undefined, entries }) };
    };
    return store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => release(tx, declareFacts)));
  },
);
