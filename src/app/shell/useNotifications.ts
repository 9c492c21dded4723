import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { notificationsMenuMachine } from '../../machines/shell/notificationsMenu.machine.ts';
import { onVisibility } from '../../services/browser.ts';
import { createNotifications } from '../../services/notifications.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useApp, useFeature } from '../context.ts';
import { connectNotifications } from './connectNotifications.ts';

/** Binds the bell to the server and to the tab's visibility. */
export const useNotifications = () => {
  const { http } = useApp();
  const counts = useFeature('notifications-count');
  const machine = useMemo(() => {
    const service = createNotifications(http);
    return notificationsMenuMachine.provide({
      actors: {
        countUnread: fromPromise(({ signal }) => service.unread(signal)),
        loadItems: fromPromise(({ signal }) => service.latest(signal)),
        // Closing the menu does not take back that it was read.
        markRead: fromPromise(({ input }) => service.markRead(input.id)),
      },
      actions: { logFailure: (_, { error }) => console.warn(error) },
    });
  }, [http]);
  const ref = useMachineRef(machine, { counts });
  useEffect(() => onVisibility((visible) => ref.send({ type: visible ? 'tab.shown' : 'tab.hidden' })), [ref]);
  const snapshot = useSelector(ref, (current) => current);
  return {
    ...connectNotifications(snapshot),
    setOpen: (open: boolean) => ref.send({ type: open ? 'menu.open' : 'menu.close' }),
    choose: (id: string) => ref.send({ type: 'item.choose', id }),
    retry: () => ref.send({ type: 'menu.retry' }),
  };
};
