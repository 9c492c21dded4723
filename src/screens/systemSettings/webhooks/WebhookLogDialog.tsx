import type { Webhook, WebhookDelivery } from '../../../../contract/entities/webhook.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useWebhookLog } from './useWebhookLog.ts';

const t = messages.webhooks;
const SKELETON_PX = 64;
const severities = { queued: 'warning', sending: 'info', delivered: 'success', failed: 'danger' } as const;

/** Attempts, last response and next attempt, in one line. */
const toDetails = ({ attempts, status, duration_ms, next_at, error }: WebhookDelivery): string =>
  [
    fill(t.attempt, { count: attempts }),
    ...(status === null ? [] : [fill(t.answer, { status, ms: duration_ms ?? 0 })]),
    ...(next_at === null ? [] : [fill(t.nextTry, { instant: formatInstant(next_at) })]),
    ...(error === null ? [] : [error]),
  ].join(' · ');

/** Deliveries to a receiver with their responses; finished ones can be sent again. */
export default function WebhookLogDialog({ webhook, onClose }: Readonly<{ webhook: Webhook; onClose: () => void }>) {
  const view = useWebhookLog(webhook.id);
  return (
    <Dialog
      title={fill(t.logOf, { name: webhook.name })}
      onClose={onClose}
      footer={
        <Button severity="secondary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      {view.error !== null && <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{view.error}</Alert>}
      {view.waits && <Skeleton height={SKELETON_PX} />}
      {view.settled && view.deliveries.length === 0 && <EmptyState title={t.logEmpty} />}
      <ul>
        {view.deliveries.map((delivery) => (
          <li className="desk-entry" key={delivery.id}>
            <div>
              <p>
                <strong>{delivery.type}</strong> <span className="muted">{delivery.id}</span>{' '}
                <Badge severity={severities[delivery.state]}>{t.states[delivery.state]}</Badge>
              </p>
              <p className="muted">
                {formatInstant(delivery.created_at)} · {toDetails(delivery)}
              </p>
            </div>
            {delivery.ended_at !== null && webhook.off_at === null && (
              <Button
                size="small"
                severity="secondary"
                unavailable={!view.settled}
                aria-label={fill(t.replayOf, { id: delivery.id })}
                onClick={() => view.replay(delivery)}
              >
                {t.replay}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {view.hasMore && (
        <Button severity="secondary" unavailable={!view.settled} onClick={view.showMore}>
          {t.logMore}
        </Button>
      )}
    </Dialog>
  );
}
