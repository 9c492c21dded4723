import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { approvalsCountMachine } from '../../machines/approvals/approvalsCount.machine.ts';
import { createApprovals } from '../../services/approvals.ts';
import { onVisibility } from '../../services/browser.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { Count } from '../../ui/display/Count.tsx';
import { useApp, useLiveChanges } from '../context.ts';

const { badgeCap } = limits.notifications;

/** The number of approvals waiting for the user, on the menu entry. */
export function ApprovalsBadge() {
  const service = useApp().getService(createApprovals);
  const machine = useMemo(
    () =>
      approvalsCountMachine.provide({
        actors: { countApprovals: fromPromise(({ signal }) => service.count(signal)) },
        actions: { logFailure: (_, { error }) => console.warn(error) },
      }),
    [service],
  );
  const ref = useMachineRef(machine);
  useEffect(() => onVisibility((visible) => ref.send({ type: visible ? 'tab.shown' : 'tab.hidden' })), [ref]);
  useEffect(() => service.onChanged(() => ref.send({ type: 'count.refresh' })), [ref, service]);
  useLiveChanges(({ approvals }) => {
    if (approvals) ref.send({ type: 'count.refresh' });
  });
  const count = useSelector(ref, ({ context }) => context.count);
  if (count === 0) return null;
  return (
    <Count
      className="menu-count"
      value={count > badgeCap ? `${badgeCap}+` : count}
      label={fill(messages.menu.approvalsWaiting, { count })}
    />
  );
}
