import type { SnapshotFrom } from 'xstate';
import type { Approval } from '../../../contract/entities/approval.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ApprovalOffer, approvalsMachine } from '../../machines/approvals/approvals.machine.ts';
import { nameOf } from './approvalNames.ts';

const text = messages.approvals;
type Snapshot = SnapshotFrom<typeof approvalsMachine>;

/** "Approved" with what it was, or how many. */
const doneText = ({ asked, items, refused }: ApprovalOffer): string => {
  const count = asked.approvals.length;
  if (refused > 0) return fill(text.partly, { done: count - refused, count });
  const [first] = asked.approvals;
  if (count === 1 && first) return fill(text.doneOne[asked.decision], { name: nameOf(first) });
  return fill(text.done[asked.decision], { count: items.length });
};

/** Snapshot → what the screen shows besides its list. */
export const connectApprovals = (snapshot: Snapshot, rows: readonly Approval[]) => {
  const { selected, asked, offered, decided, refused, error, fields } = snapshot.context;
  const isAsking = asked !== null;
  const here = new Set(rows.map(({ id }) => id));
  return {
    busy: snapshot.hasTag('busy'),
    /** Ticked and still on the page, as they are now. */
    selected: rows.filter(({ id }) => selected.some((one) => one.id === id)),
    asked,
    deciding: snapshot.matches({ decision: 'deciding' }),
    dialogError: isAsking && Object.keys(fields).length === 0 ? error : null,
    noteError: isAsking ? (fields.note ?? null) : null,
    error: isAsking ? null : error,
    /** Why what is still listed was refused, by row; and what is gone from the list. */
    refusedRows: new Map(refused.filter(({ approval }) => here.has(approval.id)).map(({ approval, message }) => [approval.id, message])),
    /** Decided, and still listed as they were before it. */
    decidedRows: new Set(
      rows.filter(({ id, version }) => decided.some((one) => one.id === id && one.version === version)).map(({ id }) => id),
    ),
    refused: refused.map(({ approval, message }) => ({ id: approval.id, text: `${nameOf(approval)}: ${message}` })),
    undo: offered && doneText(offered),
    undoing: snapshot.matches({ undo: 'undoing' }),
  };
};
