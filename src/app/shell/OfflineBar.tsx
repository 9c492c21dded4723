import { shallowEqual, useSelector } from '@xstate/react';
import { fill } from '../../../contract/messages/fill.ts';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { formatInstantTime } from '../../ui/display/formatInstant.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { exclamationTriangle } from '../../ui/display/icons.ts';
import { useApp } from '../context.ts';

const t = messages.network;

/** The age of the figures shown without the server (decisions 8.09). */
export function OfflineBar() {
  const { network } = useApp();
  const { isOffline, isOutdated, at } = useSelector(
    network,
    (snapshot) => ({
      isOffline: snapshot.hasTag('offline'),
      isOutdated: snapshot.hasTag('outdated'),
      at: snapshot.context.asOf ?? snapshot.context.lastAnswerAt,
    }),
    shallowEqual,
  );
  const time = at === null ? '' : formatInstantTime(at);
  return (
    <div role="status" className={isOffline || isOutdated ? 'offline-bar' : undefined}>
      {isOffline && (
        <>
          <Icon svg={exclamationTriangle} />
          <span>
            <strong>{at === null ? t.undated : fill(t.asOf, { time })}.</strong> {t.noChanges}
          </span>
        </>
      )}
      {isOutdated && (
        <>
          <span>{fill(t.back, { time })}</span>
          <Button size="small" severity="secondary" onClick={() => network.send({ type: 'figures.renew' })}>
            {t.renew}
          </Button>
        </>
      )}
    </div>
  );
}
