import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { later } from '../../ui/support/later.tsx';
import { useApp } from '../context.ts';

const [Confirm] = later(() => import('../../ui/dialog/Confirm.tsx'));

/** What is asked before something is done (decisions 8.01). */
export function ConfirmArea() {
  const { confirmation } = useApp();
  const question = useSelector(confirmation, (snapshot) => (snapshot.matches('asking') ? snapshot.context.question : null));
  if (question === null) return null;
  const { id, title, text, accept } = question;
  return (
    <Suspense fallback={null}>
      <Confirm
        key={id}
        title={title}
        text={text}
        accept={accept}
        onAnswer={(yes) => confirmation.send({ type: yes ? 'question.accept' : 'question.reject' })}
      />
    </Suspense>
  );
}
