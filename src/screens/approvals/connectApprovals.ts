import type { SnapshotFrom } from 'xstate';
import type { Approval } from '../../../contract/entities/approval.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ApprovalOffer, approvalsMachine } from '../../machines/approvals/approvals.machine.ts';
import { getApprovalName } from './approvalNames.ts';

const t = messages.approvals;
type Snapshot = SnapshotFrom<typeof approvalsMachine>;

/** "Approved" with the item's name, or with the number of items. */
const getDoneText = ({ asked: decision, items, refused }: ApprovalOffer): string => {
  const count = decision.approvals.length;
  if (refused > 0) return fill(t.partly, { done: count - refused, count });
  const [firstApproval] = decision.approvals;
  if (count === 1 && firstApproval) return fill(t.doneOne[decision.decision], { name: getApprovalName(firstApproval) });
  return fill(t.done[decision.decision], { count: items.length });
};

/** Maps a snapshot to everything the screen shows except its list. */
export const connectApprovals = (snapshot: Snapshot, rows: readonly Approval[]) => {
  const { selected, asked: decision, offered, decided, refused, error, fields } = snapshot.context;
  const isNoteOpen = snapshot.matches({ decision: 'noting' });
  const isAsking = isNoteOpen || snapshot.matches({ decision: 'asking' }) || snapshot.matches({ decision: 'deciding' });
  const rowIds = new Set(rows.map(({ id }) => id));
  return {
    busy: snapshot.hasTag('busy'),
    /** The selected rows that are still listed, in their current versions. */
    selected: rows.filter(({ id }) => selected.some((other) => other.id === id)),
    asked: isAsking ? decision : null,
    noting: isNoteOpen,
    deciding: snapshot.matches({ decision: 'deciding' }),
    dialogError: isAsking && Object.keys(fields).length === 0 ? error : null,
    noteError: isAsking ? (fields.note ?? null) : null,
    error: isAsking ? null : error,
    /** Refusal messages by row id for listed rows; rows that left the list are reported separately. */
    refusedRows: new Map(refused.filter(({ approval }) => rowIds.has(approval.id)).map(({ approval, message }) => [approval.id, message])),
    /** Decided rows that the page still lists in their earlier versions. */
    decidedRows: new Set(
      rows.filter(({ id, version }) => decided.some((other) => other.id === id && other.version === version)).map(({ id }) => id),
    ),
    refused: refused.map(({ approval, message }) => ({ id: approval.id, text: `${getApprovalName(approval)}: ${message}` })),
    undo: offered && getDoneText(offered),
    undoing: snapshot.hasTag('undoing'),
    canAddNote: snapshot.can({ type: 'undo.note' }),
  };
};
