import './why.css';
import { type Dispute, disputeBadges } from '../../../../contract/entities/dispute.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { formatAmount } from '../columns.tsx';
import { useDisputes } from '../useDisputes.ts';
import { DisputeForm } from './DisputeForm.tsx';

const text = messages.disputes;
type Send = ReturnType<typeof useDisputes>['send'];

/** What takes words with it, in the order of the buttons: the last is the main one. */
const waysOf = (actions: Dispute['actions']) => [
  ...(actions.includes('reply') ? [{ kind: 'reply' as const, label: text.reply }] : []),
  ...(actions.includes('resolve') ? [{ kind: 'resolve' as const, label: text.resolve }] : []),
];

function Thread({ dispute, busy, send }: { dispute: Dispute; busy: boolean; send: Send }) {
  const badge = disputeBadges[dispute.state];
  const { id, actions } = dispute;
  return (
    <article className="dispute" aria-label={fill(text.asked, { who: dispute.opened_by, date: formatInstant(dispute.opened_at) })}>
      <div className="dispute-head">
        <Badge severity={badge.severity}>{badge.label}</Badge>
        <span className="muted">{fill(text.asked, { who: dispute.opened_by, date: formatInstant(dispute.opened_at) })}</span>
        {actions.includes('take') && (
          <Button size="small" disabled={busy} onClick={() => send({ kind: 'take', id })}>
            {text.take}
          </Button>
        )}
        {actions.includes('withdraw') && (
          <Button size="small" severity="secondary" disabled={busy} onClick={() => send({ kind: 'withdraw', id })}>
            {text.withdraw}
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
      {dispute.resolution !== null && <p>{fill(text.resolved, { text: dispute.resolution })}</p>}
      {dispute.adjustment_amount !== null && <p>{fill(text.adjusted, { amount: formatAmount(dispute.adjustment_amount) })}</p>}
      <DisputeForm
        label={actions.includes('resolve') ? text.resolution : text.replyLabel}
        ways={waysOf(actions)}
        amounts={actions.includes('resolve')}
        busy={busy}
        onSubmit={(kind, words, amount) => send({ kind, id, text: words, ...(kind === 'resolve' ? { amount } : {}) })}
      />
    </article>
  );
}

/** "Question this amount": its owner asks, the thread answers, and the server says who may do what (decisions 2). */
export default function DisputeTab({ commissionId, own, onSaved }: { commissionId: string; own: boolean; onSaved: () => void }) {
  const { disputes, loading, busy, failed, error, waiting, saved, send, retry } = useDisputes(commissionId, onSaved);
  return (
    <div className="disputes">
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
      {!busy && disputes.length === 0 && <p className="muted">{text.empty}</p>}
      {disputes.map((dispute) => (
        <Thread key={`${dispute.id} ${saved}`} dispute={dispute} busy={busy} send={send} />
      ))}
      {own && !waiting && !failed && (
        <DisputeForm
          key={saved}
          label={text.message}
          hint={text.messageHint}
          ways={[{ kind: 'open' as const, label: text.open }]}
          busy={busy}
          onSubmit={(_, words) => send({ kind: 'open', text: words })}
        />
      )}
    </div>
  );
}
