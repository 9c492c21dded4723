import '../../../shared/deskList.css';
import { Suspense, useState } from 'react';
import type { Webhook } from '../../../../contract/entities/webhook.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { IssuedSecretDialog } from '../../../shared/secret/IssuedSecretDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import { useWebhooks, type WebhooksView } from './useWebhooks.ts';

const [WebhookDialog] = lazyComponent(() => import('./WebhookDialog.tsx'));
const [WebhookLogDialog] = lazyComponent(() => import('./WebhookLogDialog.tsx'));

const t = messages.webhooks;
const SKELETON_PX = 64;

const getProblem = ({ problem, off_at }: Webhook): string | null => {
  if (off_at === null) return problem === null ? null : fill(t.lastProblem, { reason: problem });
  const day = formatInstant(off_at);
  return problem === null ? fill(t.offByHand, { day }) : fill(t.off, { day, reason: problem });
};

type RowProps = Readonly<{ webhook: Webhook; view: WebhooksView; onLog: (webhook: Webhook) => void }>;

function WebhookRow({ webhook, view, onLog }: RowProps) {
  const { name, address, types, off_at, waiting } = webhook;
  const problem = getProblem(webhook);
  const actions = [
    { label: t.log, of: t.logOf, act: onLog },
    ...(off_at === null ? [{ label: t.test, of: t.testOf, act: view.test }] : []),
    { label: t.edit, of: t.editOf, act: view.open },
    { label: t.rotate, of: t.rotateOf, act: view.rotate },
    { label: t.remove, of: t.removeOf, act: view.remove },
  ];
  return (
    <li className="desk-entry">
      <div>
        <p>
          <strong>{name}</strong> <span className="muted">{address}</span>
        </p>
        <p className="muted">{fill(t.sends, { types: types.map((type) => t.typeNames[type]).join(', ') })}</p>
        {waiting > 0 && <p className="muted">{fill(t.waiting, { count: waiting })}</p>}
      </div>
      <div className="desk-acts">
        {actions.map(({ label, of, act }) => (
          <Button
            key={label}
            size="small"
            severity="secondary"
            unavailable={!view.settled}
            aria-label={fill(of, { name })}
            onClick={() => act(webhook)}
          >
            {label}
          </Button>
        ))}
      </div>
      {problem !== null && <Alert severity={off_at === null ? 'warning' : 'danger'}>{problem}</Alert>}
    </li>
  );
}

/** Receivers of the company's events (decisions 4.14). */
export default function WebhookDesk() {
  const view = useWebhooks();
  const [logged, setLogged] = useState<Webhook | null>(null);
  // Deleting a receiver removes its buttons.
  const ref = useKeptFocus<HTMLDivElement>(view.webhooks);
  return (
    <Card
      title={t.title}
      actions={
        <Button size="small" severity="secondary" unavailable={!view.settled} onClick={() => view.open(null)}>
          {t.add}
        </Button>
      }
    >
      <p className="muted">{t.hint}</p>
      {view.error !== null && view.form === null && (
        <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{view.error}</Alert>
      )}
      <div ref={ref} tabIndex={-1}>
        {view.waits && <Skeleton height={SKELETON_PX} />}
        {view.settled && view.webhooks.length === 0 && <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
        <ul>
          {view.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} view={view} onLog={setLogged} />
          ))}
        </ul>
      </div>
      {view.form !== null && (
        <Suspense fallback={null}>
          <WebhookDialog view={view} edited={view.form.edited} />
        </Suspense>
      )}
      {logged !== null && (
        <Suspense fallback={null}>
          <WebhookLogDialog webhook={logged} onClose={() => setLogged(null)} />
        </Suspense>
      )}
      {view.issued !== null && (
        <IssuedSecretDialog
          title={t.issuedTitle}
          text={t.issued}
          label={t.secret}
          done={t.done}
          leave={t.confirmDone}
          secret={view.issued.secret}
          onClose={view.forget}
        />
      )}
    </Card>
  );
}
