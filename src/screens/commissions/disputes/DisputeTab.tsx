import '../why/why.css';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { type Dispute, disputeBadges } from '../../../../contract/entities/dispute.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { formatAmount, invoiceText } from '../columns.tsx';
import { DisputeForm } from './DisputeForm.tsx';
import { type DisputeDrafts, type Draft, hasContent } from './useDisputeDrafts.ts';
import { useDisputes } from './useDisputes.ts';

const t = messages.disputes;
type Binding = ReturnType<typeof useDisputes>;

/** Actions that send text, in button order: the last is the main one. */
const getTextActions = (actions: Dispute['actions']) => [
  ...(actions.includes('reply') ? [{ kind: 'reply' as const, label: t.reply }] : []),
  ...(actions.includes('resolve') ? [{ kind: 'resolve' as const, label: t.resolve }] : []),
];

/** The adjustment counts only after approval. */
const adjustedText = ({ adjustment_amount: amount, adjustment_state: state }: Dispute): string | null =>
  amount === null ? null : fill(t.adjusted[state ?? 'approved'], { amount: formatAmount(amount) });

/** A draft for a question that someone else has closed: it can no longer be sent, but its text is preserved. */
function UnsentDraft({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  return (
    <div className="form-stack">
      <Field label={t.unsent} hint={t.unsentHint}>
        {(controlProps) => (
          <Textarea
            autoResize
            {...controlProps}
            className="dispute-text"
            readOnly
            rows={3}
            value={[draft.message, draft.amount].filter(Boolean).join('\n')}
          />
        )}
      </Field>
      <p className="form-actions">
        <Button severity="secondary" onClick={onDiscard}>
          {t.drop}
        </Button>
      </p>
    </div>
  );
}

type ThreadProps = Pick<Binding, 'busy' | 'send' | 'sentOf' | 'keepsAmount'> & { dispute: Dispute; drafts: DisputeDrafts };

function Thread({ dispute, busy, send, sentOf, keepsAmount, drafts }: ThreadProps) {
  const adjusted = adjustedText(dispute);
  const badge = disputeBadges[dispute.state];
  const { id, actions } = dispute;
  const textActions = getTextActions(actions);
  const draft = drafts.draftOf(id);
  return (
    <article className="dispute" aria-label={fill(t.asked, { who: dispute.opened_by, date: formatInstant(dispute.opened_at) })}>
      <div className="dispute-head">
        <Badge severity={badge.severity}>{badge.label}</Badge>
        <span className="muted">{fill(t.asked, { who: dispute.opened_by, date: formatInstant(dispute.opened_at) })}</span>
        {actions.includes('take') && (
          <Button size="small" severity="secondary" disabled={busy} onClick={() => send({ kind: 'take', id })}>
            {t.take}
          </Button>
        )}
        {actions.includes('withdraw') && (
          <Button size="small" severity="secondary" disabled={busy} onClick={() => send({ kind: 'withdraw', id })}>
            {t.withdraw}
          </Button>
        )}
      </div>
      {dispute.messages.map((message) => (
        <p key={message.id} className="dispute-message">
          <strong>{message.author}</strong> · <time dateTime={message.at}>{formatInstant(message.at)}</time>
          <br />
          {message.text}
        </p>
      ))}
      {dispute.resolution !== null && <p>{fill(t.resolved, { text: dispute.resolution })}</p>}
      {adjusted !== null && <p>{adjusted}</p>}
      {textActions.length === 0 && hasContent(draft) && (
        <UnsentDraft draft={draft} onDiscard={() => drafts.keep(id, { message: '', amount: '' })} />
      )}
      <DisputeForm
        label={actions.includes('resolve') ? t.resolution : t.replyLabel}
        actions={textActions}
        hasAmount={actions.includes('resolve')}
        busy={busy}
        draft={draft}
        onDraft={(draft) => drafts.keep(id, draft)}
        sentCount={sentOf(id)}
        keepsAmount={keepsAmount}
        onSubmit={(kind, words, amount) => send({ kind, id, text: words, ...(kind === 'resolve' ? { amount } : {}) })}
      />
    </article>
  );
}

/** "Question this amount": the owner asks, the thread answers; the server decides who may do what (decisions 2.13). */
export default function DisputeTab({
  row,
  isOwn,
  drafts,
  onSaved,
}: {
  row: Commission;
  isOwn: boolean;
  drafts: DisputeDrafts;
  onSaved: () => void;
}) {
  const { disputes, loading, busy, failed, error, waiting, send, retry, ...sent } = useDisputes(row.id, onSaved);
  // Also shown if someone else has already asked while the user has an unsent draft.
  const canAsk = isOwn && !failed && (!waiting || drafts.draftOf('new').message !== '');
  return (
    <div className="disputes">
      <p className="muted">
        {fill(t.about, { invoice: invoiceText(row), person: row.salesperson_name, amount: formatAmount(row.commission_amount) })}
      </p>
      {error !== null && (
        <Alert
          action={
            failed ? (
              <Button size="small" severity="secondary" onClick={retry}>
                {messages.retry}
              </Button>
            ) : null
          }
        >
          {error}
        </Alert>
      )}
      {loading && disputes.length === 0 && <Spinner />}
      {!busy && disputes.length === 0 && <p className="muted">{t.empty}</p>}
      {disputes.map((dispute) => (
        <Thread key={dispute.id} dispute={dispute} drafts={drafts} busy={busy} send={send} {...sent} />
      ))}
      {canAsk && (
        <DisputeForm
          label={t.message}
          hint={t.messageHint}
          actions={[{ kind: 'open' as const, label: t.open }]}
          busy={busy}
          draft={drafts.draftOf('new')}
          onDraft={(draft) => drafts.keep('new', draft)}
          sentCount={sent.sentOf('new')}
          keepsAmount={false}
          onSubmit={(_, words) => send({ kind: 'open', text: words })}
        />
      )}
    </div>
  );
}
