import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useApp } from '../context.ts';

const [Confirm] = lazyComponent(() => import('../../ui/dialog/Confirm.tsx'));
const [AskReason] = lazyComponent(() => import('../../ui/dialog/AskReason.tsx'));

/** Shows confirmations (decisions 8.01). */
export function ConfirmArea() {
  const { confirmation } = useApp();
  const asking = useSelector(confirmation, (snapshot) => (snapshot.matches('asking') ? snapshot.context : null));
  if (!asking?.question) return null;
  const { id, reason, ...question } = asking.question;
  const respond = (reason: string | null): void =>
    confirmation.send(reason === null ? { type: 'question.reject' } : { type: 'question.accept', reason: reason });
  return (
    <Suspense fallback={null}>
      {reason ? (
        <AskReason key={id} {...question} label={reason.label} error={asking.error} onAnswer={respond} />
      ) : (
        <Confirm key={id} {...question} onAnswer={(isConfirmed) => respond(isConfirmed ? '' : null)} />
      )}
    </Suspense>
  );
}
