import { Suspense, useState } from 'react';
import type { Webhook } from '../../../../contract/entities/webhook.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Desk } from '../../../shared/desk/Desk.tsx';
import { DeskEntry } from '../../../shared/desk/DeskEntry.tsx';
import { IssuedSecretDialog } from '../../../shared/secret/IssuedSecretDialog.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { useWebhooks, type WebhooksView } from './useWebhooks.ts';

const [WebhookDialog] = lazyComponent(() => import('./WebhookDialog.tsx'));
const [WebhookLogDialog] = lazyComponent(() => import('./WebhookLogDialog.tsx'));

const t = messages.webhooks;

const getProblem = ({ problem, off_at }: Webhook): string | null => {
  if (off_at === null) return problem === null ? null : fill(t.lastProblem, { reason: problem });
  const day = formatInstant(off_at);
  return problem === null ? fill(t.offByHand, { day }) : fill(t.off, { day, reason: problem });
};

type RowProps = Readonly<{ webhook: Webhook; view: WebhooksView; onLog: (webhook: Webhook) => void }>;

function WebhookRow({ webhook, view, onLog }: RowProps) {
  const { name, address, types, off_at, waiting } = webhook;
  const problem = getProblem(webhook);
  return (
    <DeskEntry
      name={name}
      detail={<span className="muted">{address}</span>}
      lines={[
        fill(t.sends, { types: types.map((type) => t.typeNames[type]).join(', ') }),
        ...(waiting > 0 ? [fill(t.waiting, { count: waiting })] : []),
      ]}
      actions={[
        { label: t.log, of: t.logOf, act: () => onLog(webhook) },
        ...(off_at === null ? [{ label: t.test, of: t.testOf, act: () => view.test(webhook) }] : []),
        { label: t.edit, of: t.editOf, act: () => view.open(webhook) },
        { label: t.rotate, of: t.rotateOf, act: () => view.rotate(webhook) },
        { label: t.remove, of: t.removeOf, act: () => view.remove(webhook) },
      ]}
      settled={view.settled}
      problem={problem === null ? null : { text: problem, severity: off_at === null ? 'warning' : 'danger' }}
    />
  );
}

/** Receivers of the company's events (decisions 4.14). */
export default function WebhookDesk() {
  const view = useWebhooks();
  const [logged, setLogged] = useState<Webhook | null>(null);
  return (
    <Desk
      {...{ title: t.title, hint: t.hint, empty: t.empty, emptyWhy: t.emptyWhy }}
      add={{ label: t.add, open: () => view.open(null) }}
      view={view}
      items={view.webhooks}
      renderEntry={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} view={view} onLog={setLogged} />}
    >
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
    </Desk>
  );
}
