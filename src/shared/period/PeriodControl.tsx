import { useSelector } from '@xstate/react';
import { memo, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import type { periodMachine } from '../../machines/lists/period.machine.ts';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { PeriodBar } from '../../ui/period/PeriodBar.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { usePageActions } from '../usePageActions.ts';
import { connectPeriod } from './connectPeriod.ts';
import './period.css';

const [PeriodPanel] = lazyComponent(() => import('../../ui/period/PeriodPanel.tsx'));

type Props = { actor: ActorRefFrom<typeof periodMachine>; compact?: boolean };

/** spec 2.40: the sticky period selector of a screen, whose machine invokes the actor. `compact` moves the modes into the picker. */
export const PeriodControl = memo(function PeriodControl({ actor, compact = false }: Props) {
  const snapshot = useSelector(actor, (current) => current);
  const { bar, panel, open, days } = connectPeriod(snapshot);
  const { send } = actor;
  usePageActions([
    { id: 'period.next', label: messages.palette.nextPeriod, run: () => send({ type: 'period.next' }) },
    ...(bar.canPrevious
      ? [{ id: 'period.previous', label: messages.palette.previousPeriod, run: () => send({ type: 'period.previous' }) }]
      : []),
    { id: 'period.choose', label: messages.palette.choosePeriod, run: () => send({ type: 'picker.open' }) },
  ]);
  return (
    <div className="period-sticky">
      <PeriodBar
        compact={compact}
        {...bar}
        onMode={(mode) => send({ type: 'mode.choose', mode })}
        onPrevious={() => send({ type: 'period.previous' })}
        onNext={() => send({ type: 'period.next' })}
        onOpen={() => send({ type: 'picker.open' })}
      />
      {/* The label of a custom range already contains its days. */}
      {bar.mode !== 'custom' && !compact && <p className="muted figure">{days}</p>}
      {open && (
        <LazyDialog title={messages.period.title} onClose={() => send({ type: 'picker.close' })}>
          <Suspense fallback={null}>
            <PeriodPanel
              {...panel}
              onMode={(mode) => send({ type: 'mode.choose', mode })}
              onToday={() => send({ type: 'picker.today' })}
              onYearBack={() => send({ type: 'year.previous' })}
              onYearForward={() => send({ type: 'year.next' })}
              onMonth={(month) => send({ type: 'month.choose', month })}
              onQuarter={(quarter) => send({ type: 'quarter.choose', quarter })}
              onYear={(year) => send({ type: 'year.choose', year })}
              onStart={(day) => send({ type: 'range.start', day })}
              onEnd={(day) => send({ type: 'range.end', day })}
              onApply={() => send({ type: 'choice.apply' })}
              onClose={() => send({ type: 'picker.close' })}
            />
          </Suspense>
        </LazyDialog>
      )}
    </div>
  );
});
