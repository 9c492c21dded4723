import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import type { Approvals } from '../useApprovals.ts';

const t = messages.approvals;

export function SelectedBar({ approvals }: { approvals: Approvals }) {
  const { selected, busy } = approvals.own;
  if (selected.length === 0) return null;
  const total = selected.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return (
    <section className="approval-bar" aria-label={t.actions.approve}>
      <strong role="status">{fill(t.selected, { count: selected.length, amount: formatMoney(total) })}</strong>
      <Button size="small" disabled={busy} onClick={() => approvals.ask({ decision: 'approve', approvals: selected })}>
        {t.actions.approve}
      </Button>
      <Button size="small" severity="secondary" disabled={busy} onClick={() => approvals.ask({ decision: 'reject', approvals: selected })}>
        {t.actions.reject}
      </Button>
      <Button size="small" severity="text" onClick={() => approvals.select([])}>
        {t.clear}
      </Button>
    </section>
  );
}

/** The last decision, with Undo for ten seconds (decisions 2.10). */
export function UndoBar({ approvals }: { approvals: Approvals }) {
  const { undo, undoing, canAddNote } = approvals.own;
  // A decided row leaves the list and takes the focused button with it.
  const ref = useKeptFocus<HTMLElement>(undo, approvals.view.rows);
  if (undo === null) return null;
  return (
    <section ref={ref} tabIndex={-1} className="approval-bar approval-undo" aria-label={t.undo}>
      <span role="status">
        {undo} {t.undoFor}
      </span>
      <Button size="small" loading={undoing} loadingLabel={t.undoing} onClick={approvals.undo}>
        {t.undo}
      </Button>
      {canAddNote && (
        <Button size="small" severity="secondary" onClick={approvals.addNote}>
          {t.addNote}
        </Button>
      )}
      <Button size="small" severity="text" disabled={undoing} onClick={approvals.dismissUndo}>
        {t.close}
      </Button>
    </section>
  );
}
