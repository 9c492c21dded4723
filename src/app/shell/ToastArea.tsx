import { useSelector } from '@xstate/react';
import { Toasts } from '../../ui/toasts/Toasts.tsx';
import { runToastAction, useApp } from '../context.ts';

export function ToastArea() {
  const { toasts } = useApp();
  const items = useSelector(toasts, (snapshot) => snapshot.context.items);
  return (
    <Toasts
      items={items}
      onDismiss={(id) => toasts.send({ type: 'toast.dismiss', id })}
      onAct={(id) => {
        runToastAction(id);
        toasts.send({ type: 'toast.dismiss', id });
      }}
      onHold={() => toasts.send({ type: 'toasts.hold' })}
      onRelease={() => toasts.send({ type: 'toasts.release' })}
    />
  );
}
