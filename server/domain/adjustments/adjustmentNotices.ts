import { fullName } from '../../../contract/entities/user.ts';
import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { linkTo } from '../notifications/links.ts';
import { dollars } from '../shared/moneyText.ts';
import type { Deed } from './adjustmentEffects.ts';
import { setterOf } from './adjustmentView.ts';

type Word = Readonly<{ people: readonly number[]; title: string; message: string }>;

const signed = ({ amount_cents }: AdjustmentRow): string => `${amount_cents > 0 ? '+' : ''}${dollars(amount_cents)}`;
const aboutOf = (row: AdjustmentRow): string => `${signed(row)} on invoice ${row.invoice_number}`;
const counts = (row: AdjustmentRow | null): row is AdjustmentRow => row?.state === 'approved';
const authorsOf = (row: AdjustmentRow): number[] => [row.created_by, setterOf(row)];

/** More than its words were changed. */
const isOther = (before: AdjustmentRow, after: AdjustmentRow): boolean =>
  before.amount_cents !== after.amount_cents || before.user_id !== after.user_id || before.related_invoice_id !== after.related_invoice_id;

/** What an edit of one that counted means to those whose it was and is. */
const wordsOfOwners = (before: AdjustmentRow, after: AdjustmentRow): Word[] => {
  const was = { people: [before.user_id], title: 'Commission adjustment changed' };
  if (!counts(after)) return [{ ...was, message: `${aboutOf(before)} does not count until its change is approved.` }];
  if (before.user_id !== after.user_id)
    return [
      { ...was, message: `${aboutOf(before)} does not count for you any more: ${after.reason}` },
      { people: [after.user_id], title: 'Commission adjusted', message: `${aboutOf(after)}: ${after.reason}` },
    ];
  if (!isOther(before, after)) return [];
  return [{ ...was, message: `${aboutOf(after)} instead of ${aboutOf(before)}: ${after.reason}` }];
};

const wordsOfWaiting = (before: AdjustmentRow | null, after: AdjustmentRow, approvers: readonly number[]): Word[] => {
  if (before?.state === 'pending' && !isOther(before, after)) return [];
  const was = before === null ? '' : `, ${signed(before)} before`;
  return [
    {
      people: approvers.filter((id) => id !== setterOf(after)),
      title: 'Adjustment waiting for approval',
      message: `${aboutOf(after)} for ${fullName(after)}${was}: ${after.reason}`,
    },
  ];
};

/** Somebody else changed what they had set. */
const wordsOfAuthors = (before: AdjustmentRow | null, after: AdjustmentRow): Word[] => {
  if (before === null || !isOther(before, after)) return [];
  const message = `${aboutOf(after)} for ${fullName(after)} instead of ${aboutOf(before)} for ${fullName(before)}: ${after.reason}`;
  return [{ people: authorsOf(before), title: 'Adjustment changed', message }];
};

const ends = {
  approved: { title: 'Adjustment approved', words: 'was approved' },
  rejected: { title: 'Adjustment rejected', words: 'was not approved' },
  voided: { title: 'Adjustment voided', words: 'was voided' },
} as const;

const wordsOf = ({ deed, before, after, cause }: Deed, asker: number | null, approvers: readonly number[]): Word[] => {
  if (deed === 'created' || deed === 'edited') {
    const owners = counts(before) ? wordsOfOwners(before, after) : [];
    if (counts(after) && !counts(before))
      owners.push({ people: [after.user_id], title: 'Commission adjusted', message: `${aboutOf(after)}: ${after.reason}` });
    const waiting = after.state === 'pending' ? wordsOfWaiting(before, after, approvers) : [];
    return [...owners, ...waiting, ...wordsOfAuthors(before, after)];
  }
  const { title, words } = ends[deed];
  const why = cause === undefined ? '.' : `: ${cause}`;
  // The first word that somebody gets about a deed is the only one.
  return [
    ...(asker === null ? [] : [{ people: [asker], title, message: `${aboutOf(after)}, which came of your question, ${words}${why}` }]),
    ...(deed === 'approved'
      ? [{ people: [after.user_id], title: 'Commission adjusted', message: `${aboutOf(after)}: ${after.reason}` }]
      : []),
    ...(deed === 'voided' && counts(before)
      ? [{ people: [after.user_id], title, message: `${aboutOf(after)} does not count any more: ${cause ?? after.reason}` }]
      : []),
    { people: authorsOf(after), title, message: `${aboutOf(after)} for ${fullName(after)} ${words}${why}` },
  ];
};

/**
 * Who should know (decisions 5.02): approvers where it waits for them, those whose it was and is once it counts or counted, its authors and
 * whoever asked about the record once others decided. One word a person and deed.
 */
export const notifyDeed = async (within: Repositories, deed: Deed, approvers: readonly number[], at: Date): Promise<void> => {
  const { after, actorId } = deed;
  const asker = after.origin === 'dispute' ? await within.disputes.askerOf(after.id) : null;
  const key = `adjustment:${after.id}:${after.state}`;
  const about = {
    link: linkTo(after.effective_date, 'adjustment', after.id),
    dedupe_key: after.version === 1 ? key : `${key}:${after.version}`,
  };
  for (const { people, title, message } of wordsOf(deed, asker, approvers))
    for (const user_id of new Set(people))
      if (user_id !== actorId)
        await within.notifications.add({ user_id, type: 'commission', priority: 'medium', title, message, ...about }, at);
};
