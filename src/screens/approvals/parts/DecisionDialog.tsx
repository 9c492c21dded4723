import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import type { PendingDecision } from '../../../machines/approvals/approvals.machine.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { describeEffect, getApprovalName, getPersonText } from '../approvalNames.ts';
import type { Approvals } from '../useApprovals.ts';

const t = messages.approvals;
const words = t.dialog;

/** Shows the decision, the affected person and the effect; the note is optional. */
export default function DecisionDialog({ approvals, asked: pendingDecision }: { approvals: Approvals; asked: PendingDecision }) {
  const [note, setNote] = useState('');
  const { deciding, noting, dialogError, noteError } = approvals.own;
  const { decision } = pendingDecision;
  const [firstApproval, ...otherApprovals] = pendingDecision.approvals;
  const subject =
    firstApproval && otherApprovals.length === 0
      ? getApprovalName(firstApproval)
      : fill(words.many, { count: pendingDecision.approvals.length });
  const cancelsRun = decision === 'reject' && pendingDecision.approvals.some(({ group }) => group === 'run');
  const isFinal = pendingDecision.approvals.some(({ group }) => group === 'own_pay');
  const consequence = noting
    ? words.noteHint
    : decision === 'approve'
      ? words.approveHint
      : cancelsRun
        ? words.cancelRun
        : words.rejectHint;
  const hint = isFinal ? words.ownPay : consequence;
  return (
    <FormDialog
      title={fill(words[decision], { what: subject })}
      onClose={approvals.close}
      busy={deciding}
      save={t.actions[decision]}
      saving={words.working}
      severity={decision === 'reject' ? 'danger' : undefined}
      onSubmit={() => approvals.answer(note)}
    >
      {dialogError !== null && <Alert>{dialogError}</Alert>}
      {pendingDecision.approvals.some(({ own }) => own) && <Alert severity="warning">{words.own}</Alert>}
      <ul className="approval-asked">
        {pendingDecision.approvals.map((approval) => (
          <li key={approval.id}>
            <span>{otherApprovals.length === 0 ? getPersonText(approval) : getApprovalName(approval)}</span>
            <span className="figure">{describeEffect(approval)}</span>
          </li>
        ))}
      </ul>
      <Field label={decision === 'reject' ? words.reason : words.note} error={noteError} hint={hint}>
        {(controlProps) => (
          <Textarea {...controlProps} rows={3} value={note} disabled={deciding} onChange={({ target }) => setNote(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
